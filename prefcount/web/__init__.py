"""Web pages that follow a game and enter hands, and their server. No other package imports aiohttp."""
