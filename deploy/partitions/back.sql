-- From the parts to the one table again, after 3-swap.sql and before 4-end.sql; then 3-swap.sql may
-- follow once more. Again where it could not get its locks.
BEGIN;
SET LOCAL lock_timeout = '200ms';
LOCK TABLE games_move, games_move_whole IN ACCESS EXCLUSIVE MODE;
DROP TRIGGER in_both ON games_move;
SELECT setval(pg_get_serial_sequence('games_move_whole', 'id'), nextval('games_move_parts_id'));
ALTER TABLE games_move RENAME TO games_move_parts;
ALTER TABLE games_move_parts RENAME CONSTRAINT move_version TO move_version_parts;
ALTER INDEX move_idempotency_key RENAME TO move_idempotency_key_parts;
ALTER INDEX move_number RENAME TO move_number_parts;
ALTER TABLE games_move_whole RENAME TO games_move;
ALTER TABLE games_move RENAME CONSTRAINT move_version_whole TO move_version;
ALTER INDEX move_idempotency_key_whole RENAME TO move_idempotency_key;
ALTER INDEX move_number_whole RENAME TO move_number;
CREATE TRIGGER in_both AFTER INSERT OR UPDATE OR DELETE ON games_move
    FOR EACH ROW EXECUTE FUNCTION games_move_in_both('games_move_parts');
COMMIT;
