"""The tests of prefcount; the folders mirror the package."""
