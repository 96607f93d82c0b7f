"""Tests of the pencil of Preferans."""
