import { readFile } from 'node:fs/promises'
import { partsOf } from '../../engines/formats/package-parts.ts'
import { plainPostcode } from '../../engines/numbers/places.ts'
import { keptRows, unknownShape } from './_blocks.ts'

export interface PostalPlace {
  readonly postcode: string
  readonly name: string
  readonly state: string | null
  readonly stateCode: string | null
  readonly lat: number | null
  readonly lon: number | null
}

const CELLS = 11
const COUNTRY_FILE = /^[A-Z]{2}\.txt$/

const degrees = (cell: string | undefined): number | null =>
  cell === undefined || cell.trim() === '' || !Number.isFinite(Number(cell)) ? null : Number(cell)

/** A ZIP archive with a readme and one file of lines without a head. */
async function* read(path: string) {
  const parts = partsOf(await readFile(path), (name) => COUNTRY_FILE.test(name))
  const [text] = parts.values()
  if (!text) throw unknownShape('its archive has no file of a country')
  for (const line of new TextDecoder().decode(text).split('\n')) {
    if (line.trim() === '') continue
    const cells = line.split('\t')
    const [, postcode = '', name = '', state, stateCode] = cells
    if (cells.length < CELLS || !postcode) throw unknownShape(`the line ${line.slice(0, 80)}`)
    const row: PostalPlace = {
      postcode,
      name,
      state: state || null,
      stateCode: stateCode || null,
      lat: degrees(cells[9]),
      lon: degrees(cells[10]),
    }
    yield [plainPostcode(postcode), row] as const
  }
  return { meta: {} }
}

export const work = keptRows<PostalPlace, object>(read)
