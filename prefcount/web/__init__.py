"""Web pages that follow a game and enter hands, and their server; the only place that imports aiohttp."""
