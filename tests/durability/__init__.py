"""Proof that nothing is lost: kills, power cuts, full disks, damage, two writers, hostile input.

Every measure has a control: a wrong way of working that must be seen to fail. `python -m tests.durability`
runs the measures at full length. The tests in this folder run a short form of the same measures.
"""
