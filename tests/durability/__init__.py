"""Proofs that nothing is lost: kills, power cuts, full disks, damage, two writers, hostile input.

Every measure has its control, a wrong way of doing it that must be seen to fail; `python -m tests.durability`
makes all of them at length, the tests beside make the same measures short.
"""
