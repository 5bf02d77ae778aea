/**
 * Writes the files of the demo store, electron/demo/files: the list of its products, and their pictures. Takes some minutes; pictures
 * that are there stay as they are unless `--all` is given, so that a changed word redraws nothing.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { paint } from './paint.ts'
import { demoShop } from './shop.ts'

const folder = join(import.meta.dirname, '../../electron/demo/files')
const imagesFolder = join(folder, 'images')
const { items, pictures } = demoShop()

await mkdir(imagesFolder, { recursive: true })
// A product a line: what a change did to it can be read.
const lines = items.map((item) => JSON.stringify(item)).join(',\n')
await writeFile(join(folder, 'catalog.json'), `{"items":[\n${lines}\n]}\n`)

const wanted = new Map([...pictures].map(([path, picture]) => [basename(path), picture]))
const there = new Set(await readdir(imagesFolder))
for (const name of there) if (!wanted.has(name)) await rm(join(imagesFolder, name))
const waiting = [...wanted].filter(([name]) => process.argv.includes('--all') || !there.has(name))
const drawn = waiting.length
const drawOn = async (): Promise<void> => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
    await writeFile(join(imagesFolder, next[0]), await paint(next[1]))
}
await Promise.all(Array.from({ length: availableParallelism() }, drawOn))
process.stdout.write(`${items.length} products, ${wanted.size} pictures, of which ${drawn} were drawn.\n`)
