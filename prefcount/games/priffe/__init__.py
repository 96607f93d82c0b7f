"""Swedish Priffe: two sides, rubbers of games, points for each player at a rubber's end."""
