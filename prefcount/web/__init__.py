"""A web page that follows a game, and its server; the only place that imports aiohttp."""
