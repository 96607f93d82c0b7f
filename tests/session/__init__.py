"""Tests of sessions in memory: corrections, replay and outcome."""
