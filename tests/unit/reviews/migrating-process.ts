/** A process that is killed in the middle of this migration, which fills a table for a long time. */
import { mendReviews } from '../../../electron/reviews/db/open-or-mend'
import { migrations } from '../../../electron/reviews/db/schema'

const endless = `
  CREATE TABLE later (text TEXT NOT NULL) STRICT;
  INSERT INTO later
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1000000000)
    SELECT hex(zeroblob(500)) FROM number;
`
mendReviews(process.argv[2] ?? '', Date.now(), [...migrations, endless])
