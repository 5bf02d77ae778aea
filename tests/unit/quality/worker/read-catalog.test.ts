import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { makeBasis } from '../../../../electron/quality/worker/basis'
import { readProducts } from '../../../../electron/quality/worker/read-catalog'

it('tells how many of the listed products were read, not of those that are gone', () => {
  const db = new DatabaseSync(':memory:')
  db.exec(`
    CREATE TABLE product (
      key INTEGER PRIMARY KEY, id TEXT, name TEXT, price INTEGER, description TEXT, image TEXT, flags INTEGER, gone INTEGER
    );
    INSERT INTO product VALUES
      (1, 'a', 'A', 100, '', '', 0, NULL), (2, 'b', 'B', 100, '', '', 0, 1), (3, 'c', 'C', 100, '', '', 0, NULL);
  `)
  const told: number[] = []
  const reading = readProducts(db, makeBasis(3), [], (products) => told.push(products))
  while (reading.next().done !== true);
  expect(told).toEqual([2])
})
