import { badInput, Fault, notFound } from '../../base/core/fault.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { defineUpstream } from './define.ts'

const MONTH_MS = 30 * DAY_MS
const PIXELS = 256
const ZOOM = 13
/** Metres per pixel at the equator, when one tile holds the whole world. */
const EQUATOR_METRES = 156_543.033_928

interface Place {
  readonly lat: number
  readonly lon: number
}

/** The map of the tiles ends at this latitude. */
const TILE_LATITUDE_MAX = 85.05

/** Heights of the ground as images: https://github.com/tilezen/joerd. */
export const terrainTiles = defineUpstream({
  name: 'terrain-tiles',
  title: 'AWS Terrain Tiles',
  attribution:
    'AWS Terrain Tiles (Mapzen; ArcticDEM, CDEM, data.gov.uk, ETOPO1, EUDEM, GMTED, INEGI, Kartverket, LINZ, SRTM, 3DEP)',
  terms: 'https://github.com/tilezen/joerd/blob/master/docs/attribution.md',
  texts: 'own',
  base: 'https://s3.amazonaws.com/elevation-tiles-prod',
  limits: { timeoutMs: 10_000, bytesMax: 400_000, perSecond: 50 },
  cacheTtlMs: MONTH_MS,
  keepBytesMax: 16 * 1024 * 1024,
  headers: () => ({ accept: 'image/png' }),
  refusals: { 404: () => notFound('There are no heights for this place.') },
  api(http) {
    async function tile(x: number, y: number): Promise<Buffer> {
      const { bytes } = await http.bytes(`/terrarium/${ZOOM}/${x}/${y}.png`)
      const read = await pixelsOf(bytes).catch(() => null)
      if (read?.info.channels === 3 && read.data.length === PIXELS * PIXELS * 3) return read.data
      throw new Fault('upstream_failed', 'AWS Terrain Tiles did not answer with a tile.')
    }

    return {
      /** Metres between two heights of the data at a latitude. */
      resolutionM: (lat: number) => (EQUATOR_METRES * Math.cos((lat * Math.PI) / 180)) / 2 ** ZOOM,

      /**
       * Heights in metres, interpolated between the four nearest pixels; each tile is read once.
       */
      async heights(places: readonly Place[]): Promise<readonly number[]> {
        const beyond = places.findIndex(({ lat }) => Math.abs(lat) > TILE_LATITUDE_MAX)
        if (beyond >= 0)
          throw badInput(`points.${beyond}.lat: must be from -85.05 to 85.05: the data ends there.`)
        const tiles = new Map<string, Promise<Buffer>>()
        const heights = places.map(async (place) => {
          const [x, y] = pixelOf(place)
          const [tileX, tileY] = [Math.floor(x / PIXELS), Math.floor(y / PIXELS)]
          const key = `${tileX}/${tileY}`
          const reading = tiles.get(key) ?? tile(tileX, tileY)
          tiles.set(key, reading)
          return heightIn(await reading, x - tileX * PIXELS - 0.5, y - tileY * PIXELS - 0.5)
        })
        return Promise.all(heights)
      },
    }
  },
})

async function pixelsOf(bytes: Buffer) {
  const { default: sharp } = await import('sharp')
  const image = sharp(bytes, { limitInputPixels: PIXELS * PIXELS })
    .removeAlpha()
    .raw()
  return image.toBuffer({ resolveWithObject: true })
}

/** Web Mercator, in pixels from the north-western corner of the world. */
function pixelOf({ lat, lon }: Place): readonly [x: number, y: number] {
  const size = PIXELS * 2 ** ZOOM
  const sine = Math.sin((lat * Math.PI) / 180)
  const x = ((lon + 180) / 360) * size
  const y = (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size
  return [Math.min(x, size - 1e-6), Math.min(Math.max(y, 0), size - 1e-6)]
}

const clamped = (value: number): number => Math.min(Math.max(value, 0), PIXELS - 1)

/** Bilinear; beyond the edge of a tile, its outermost pixels are repeated. */
function heightIn(tile: Buffer, x: number, y: number): number {
  const at = (column: number, row: number): number => {
    const offset = (clamped(row) * PIXELS + clamped(column)) * 3
    const [red = 0, green = 0, blue = 0] = tile.subarray(offset, offset + 3)
    return red * 256 + green + blue / 256 - 32_768
  }
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [right, down] = [x - left, y - top]
  const upper = at(left, top) * (1 - right) + at(left + 1, top) * right
  const lower = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right
  return upper * (1 - down) + lower * down
}
