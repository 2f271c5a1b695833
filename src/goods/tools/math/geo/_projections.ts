/** Projections of the EPSG dataset: parameters, area of use, accuracy of the datum. */
export interface Projection {
  readonly name: string
  readonly definition: string
  /** West, south, east, north. */
  readonly area: readonly [number, number, number, number]
  /** Possible error of the datum shift in metres; 1 for WGS 84 and its equivalents. */
  readonly accuracyM: number
}

const OTHERS: Readonly<Record<string, Projection>> = {
  '3857': {
    name: 'WGS 84 / Pseudo-Mercator',
    definition:
      '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs',
    area: [-180, -85.06, 180, 85.06],
    accuracyM: 1,
  },
  '3395': {
    name: 'WGS 84 / World Mercator',
    definition: '+proj=merc +lon_0=0 +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
    area: [-180, -80, 180, 84],
    accuracyM: 1,
  },
  '3034': {
    name: 'ETRS89-extended / LCC Europe',
    definition:
      '+proj=lcc +lat_0=52 +lon_0=10 +lat_1=35 +lat_2=65 +x_0=4000000 +y_0=2800000 +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs',
    area: [-35.58, 24.6, 44.83, 84.73],
    accuracyM: 1,
  },
  '3035': {
    name: 'ETRS89-extended / LAEA Europe',
    definition:
      '+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs',
    area: [-35.58, 24.6, 44.83, 84.73],
    accuracyM: 1,
  },
  '2154': {
    name: 'RGF93 / Lambert-93',
    definition:
      '+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs',
    area: [-9.86, 41.15, 10.38, 51.56],
    accuracyM: 1,
  },
  '2056': {
    name: 'CH1903+ / LV95',
    definition:
      '+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=2600000 +y_0=1200000 +ellps=bessel +towgs84=674.374,15.056,405.346 +units=m +no_defs',
    area: [5.96, 45.82, 10.49, 47.81],
    accuracyM: 1,
  },
  '27700': {
    name: 'OSGB36 / British National Grid',
    definition:
      '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m +no_defs',
    area: [-9.01, 49.75, 2.01, 61.01],
    accuracyM: 5,
  },
  '28992': {
    name: 'Amersfoort / RD New',
    definition:
      '+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel +towgs84=565.4171,50.3319,465.5524,-0.398957388243134,0.343987817378283,-1.87740163998045,4.0725 +units=m +no_defs',
    area: [3.2, 50.75, 7.22, 53.7],
    accuracyM: 1,
  },
  '2193': {
    name: 'NZGD2000 / New Zealand Transverse Mercator 2000',
    definition:
      '+proj=tmerc +lat_0=0 +lon_0=173 +k=0.9996 +x_0=1600000 +y_0=10000000 +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs',
    area: [166.37, -47.33, 178.63, -34.1],
    accuracyM: 1,
  },
  '5070': {
    name: 'NAD83 / Conus Albers',
    definition:
      '+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs',
    area: [-124.79, 24.41, -66.91, 49.38],
    accuracyM: 2,
  },
}

export const EPSG_CODES = `${Object.keys(OTHERS).join(', ')}, 25828 to 25838, 32601 to 32660 and 32701 to 32760`

export const utmDefinition = (zone: number, isSouth: boolean): string =>
  `+proj=utm +zone=${zone}${isSouth ? ' +south' : ''} +datum=WGS84 +units=m +no_defs`

/** Undefined if the table does not have it. */
export function projectionOf(code: string): Projection | undefined {
  const [, kind, digits] = /^(326|327|258)(\d\d)$/.exec(code) ?? []
  const zone = Number(digits)
  if (kind === undefined) return Object.hasOwn(OTHERS, code) ? OTHERS[code] : undefined
  const middle = zone * 6 - 183
  if (kind === '258')
    return zone < 28 || zone > 38
      ? undefined
      : {
          name: `ETRS89 / UTM zone ${zone}N`,
          definition: `+proj=utm +zone=${zone} +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs`,
          area: [middle - 3, 0, middle + 3, 84],
          accuracyM: 1,
        }
  if (zone < 1 || zone > 60) return undefined
  const isSouth = kind === '327'
  return {
    name: `WGS 84 / UTM zone ${zone}${isSouth ? 'S' : 'N'}`,
    definition: utmDefinition(zone, isSouth),
    area: [middle - 3, isSouth ? -80 : 0, middle + 3, isSouth ? 0 : 84],
    accuracyM: 1,
  }
}
