-- What the platform had for each row at the last scan, and what was decided about it.
CREATE TABLE platform_match (
    idnumber text NOT NULL PRIMARY KEY,
    kind text NOT NULL,
    object_key text NOT NULL,
    state text NOT NULL,
    found text NOT NULL,
    is_new boolean NOT NULL,
    platform_id bigint,
    container_id bigint,
    candidates text NOT NULL,
    scan bigint NOT NULL
);
CREATE INDEX platform_match_by_state ON platform_match (kind, state, object_key);
CREATE INDEX platform_match_by_platform_id ON platform_match (platform_id) WHERE platform_id IS NOT NULL;

-- A link decides a row; a row that loses its link is what the scan found.
CREATE FUNCTION platform_match_link() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP <> 'INSERT' THEN
        UPDATE platform_match SET state = CASE WHEN is_new THEN 'none' ELSE platform_match.found END WHERE idnumber = OLD.idnumber;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        UPDATE platform_match SET state = 'linked' WHERE idnumber = NEW.idnumber;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER platform_match_link AFTER INSERT OR DELETE OR UPDATE OF idnumber ON platform_link
    FOR EACH ROW EXECUTE FUNCTION platform_match_link();

-- Which rows have an object, for many objects at once.
CREATE INDEX platform_link_by_platform_id ON platform_link (platform_id);
