"""A page for the phones in the room, which follows the game; the only place that imports aiohttp."""
