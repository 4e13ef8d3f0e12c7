-- A table of moves in 64 parts beside the one there is, and triggers that write to both.
-- Again after it could not get its locks: nothing is left of a try that failed.
BEGIN;
SET LOCAL lock_timeout = '500ms';

CREATE TABLE games_move_parts (LIKE games_move INCLUDING CONSTRAINTS) PARTITION BY HASH (game_id);
CREATE SEQUENCE games_move_parts_id OWNED BY games_move_parts.id;
ALTER TABLE games_move_parts
    ALTER id SET DEFAULT nextval('games_move_parts_id'),
    ADD CONSTRAINT games_move_parts_pkey PRIMARY KEY (game_id, id),
    ADD CONSTRAINT move_version_parts UNIQUE (game_id, version);
CREATE UNIQUE INDEX move_idempotency_key_parts ON games_move_parts (game_id, user_id, key)
    WHERE NOT (key = '');
CREATE INDEX move_number_parts ON games_move_parts (game_id, number);
CREATE INDEX move_id_parts ON games_move_parts (id);
DO $$ BEGIN
    FOR part IN 0..63 LOOP
        EXECUTE format(
            'CREATE TABLE games_move_%s PARTITION OF games_move_parts'
            ' FOR VALUES WITH (MODULUS 64, REMAINDER %s)', to_char(part, 'FM00'), part);
    END LOOP;
END $$;

-- A change of a move is made in the other table, too, whatever had been copied. Who writes moves
-- holds the lock on their game, and so does who copies: none of them waits for the other's row.
CREATE FUNCTION games_move_in_both() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP <> 'INSERT' THEN
        EXECUTE format('DELETE FROM %I WHERE game_id = $1.game_id AND id = $1.id', TG_ARGV[0])
            USING OLD;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        EXECUTE format('INSERT INTO %I SELECT $1.*', TG_ARGV[0]) USING NEW;
    END IF;
    RETURN NULL;
END $$;

-- How far the copy is: each game up to this one. Later ones are written to both from their start.
CREATE TABLE games_move_copied (upto bigint NOT NULL, last bigint NOT NULL);

-- A transaction for each ten games, in which moves of these wait for some hundredths of a second.
-- May end anywhere, and goes on there when it is called again.
CREATE PROCEDURE games_copy_moves() LANGUAGE plpgsql AS $$
DECLARE games bigint[];
BEGIN
    LOOP
        games := ARRAY(
            SELECT id FROM games_game, games_move_copied
            WHERE id > upto AND id <= last ORDER BY id LIMIT 10);
        EXIT WHEN games = '{}';
        PERFORM FROM games_game WHERE id = ANY (games) ORDER BY id FOR NO KEY UPDATE;
        INSERT INTO games_move_parts SELECT * FROM games_move WHERE game_id = ANY (games)
            ON CONFLICT (game_id, id) DO NOTHING;
        UPDATE games_move_copied SET upto = games[cardinality(games)];
        COMMIT;
    END LOOP;
END $$;

-- Games whose moves are not the same in both, at one moment.
CREATE VIEW games_move_differing AS
    SELECT game_id
    FROM (SELECT game_id, count(*), sum(hashtextextended(each::text, 0))
          FROM games_move each GROUP BY game_id) old
    FULL JOIN (SELECT game_id, count(*), sum(hashtextextended(each::text, 0))
               FROM games_move_parts each GROUP BY game_id) new
    USING (game_id, count, sum)
    WHERE old IS NULL OR new IS NULL;

-- Up to here nobody waits; from here on all who write.
LOCK TABLE games_game, games_tenure, accounts_user, games_move IN SHARE ROW EXCLUSIVE MODE;
ALTER TABLE games_move_parts
    ADD CONSTRAINT games_move_parts_game FOREIGN KEY (game_id)
        REFERENCES games_game DEFERRABLE INITIALLY DEFERRED,
    ADD CONSTRAINT games_move_parts_tenure FOREIGN KEY (tenure_id)
        REFERENCES games_tenure DEFERRABLE INITIALLY DEFERRED,
    ADD CONSTRAINT games_move_parts_user FOREIGN KEY (user_id)
        REFERENCES accounts_user DEFERRABLE INITIALLY DEFERRED;
CREATE TRIGGER in_both AFTER INSERT OR UPDATE OR DELETE ON games_move
    FOR EACH ROW EXECUTE FUNCTION games_move_in_both('games_move_parts');
INSERT INTO games_move_copied SELECT 0, coalesce(max(id), 0) FROM games_game;
COMMIT;
