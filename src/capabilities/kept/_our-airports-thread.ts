import { keptRows, unknownShape } from './_blocks.ts'
import { csvCells } from './_csv.ts'

export interface Airport {
  readonly ident: string
  readonly iata: string | null
  readonly icao: string | null
  readonly name: string
  readonly city: string | null
  readonly countryCode: string
  readonly lat: number
  readonly lon: number
  readonly elevationFt: number | null
  readonly type: string
  readonly hasFlights: boolean
}

const COLUMNS = [
  'ident',
  'type',
  'name',
  'latitude_deg',
  'longitude_deg',
  'elevation_ft',
  'iso_country',
  'municipality',
  'scheduled_service',
  'iata_code',
  'gps_code',
] as const
const ICAO = /^[A-Z]{4}$/

/** Each airport stands under its `ident`, and again under each of its other codes. */
async function* read(path: string) {
  for await (const cells of csvCells(path, [...COLUMNS, 'icao_code'])) {
    const [ident = '', type = '', name = '', lat, lon, feet, country = '', city, flights] = cells
    const [iata = '', gps = '', icao = ''] = cells.slice(9)
    const [latitude, longitude] = [Number(lat), Number(lon)]
    if (!ident || lat === '' || !(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180))
      throw unknownShape(`the airport ${ident} is at ${lat}, ${lon}`)
    const row: Airport = {
      ident,
      iata: iata || null,
      icao: [icao, gps, ident].find((code) => ICAO.test(code)) ?? null,
      name,
      city: city || null,
      countryCode: country,
      lat: latitude,
      lon: longitude,
      elevationFt: feet === '' ? null : Number(feet),
      type,
      hasFlights: flights === 'yes',
    }
    for (const code of new Set([ident, row.iata, row.icao])) if (code) yield [code, row] as const
  }
  return { meta: {} }
}

export const work = keptRows<Airport, object>(read)
