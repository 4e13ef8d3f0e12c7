-- May be stopped and called again as often as one likes; the games still to come:
-- SELECT count(*) FROM games_game, games_move_copied WHERE id > upto AND id <= last;
CALL games_copy_moves();
ANALYZE games_move_parts;
