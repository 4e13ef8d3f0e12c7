-- Days after 3-swap.sql: the old table goes, and with it the way back.
BEGIN;
SET LOCAL lock_timeout = '500ms';
DROP TRIGGER in_both ON games_move;
DROP VIEW games_move_differing;
DROP PROCEDURE games_copy_moves();
DROP TABLE games_move_copied, games_move_whole;
DROP FUNCTION games_move_in_both();
COMMIT;
