-- The parts take the name and the place of the table, and the old table is written along.
-- Refuses while a game differs; again where it could not get its locks within a fifth of a second.
DO $$ BEGIN
    IF EXISTS (SELECT FROM games_move_differing) THEN
        RAISE EXCEPTION 'not all moves are copied: see 2-copy.sql';
    END IF;
END $$;
BEGIN;
SET LOCAL lock_timeout = '200ms';
LOCK TABLE games_move, games_move_parts IN ACCESS EXCLUSIVE MODE;
DROP TRIGGER in_both ON games_move;
SELECT setval('games_move_parts_id', nextval(pg_get_serial_sequence('games_move', 'id')));
ALTER TABLE games_move RENAME TO games_move_whole;
ALTER TABLE games_move_whole RENAME CONSTRAINT move_version TO move_version_whole;
ALTER INDEX move_idempotency_key RENAME TO move_idempotency_key_whole;
ALTER INDEX move_number RENAME TO move_number_whole;
ALTER TABLE games_move_parts RENAME TO games_move;
ALTER TABLE games_move RENAME CONSTRAINT move_version_parts TO move_version;
ALTER INDEX move_idempotency_key_parts RENAME TO move_idempotency_key;
ALTER INDEX move_number_parts RENAME TO move_number;
CREATE TRIGGER in_both AFTER INSERT OR UPDATE OR DELETE ON games_move
    FOR EACH ROW EXECUTE FUNCTION games_move_in_both('games_move_whole');
COMMIT;
