"""Widgets: each shows a snapshot or takes keys, and posts messages; none knows another."""
