import fc from 'fast-check'
import coordinateConvert from '../../src/goods/tools/math/geo/coordinate-convert.ts'
import geoDestination from '../../src/goods/tools/math/geo/geo-destination.ts'
import geoDistance from '../../src/goods/tools/math/geo/geo-distance.ts'
import geoPolygon from '../../src/goods/tools/math/geo/geo-polygon.ts'
import { answer, comparison, has, python, write } from './_compare.ts'

/** Shapes and coordinates against PROJ and GEOS: `python3-pyproj`, `python3-shapely`. */

const SEED = 15
const samples = <T>(arbitrary: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count })
const degrees = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true }).map((value) => Number(value.toFixed(6)))

/** Each projection in places for which it is made. */
const AREAS: Readonly<Record<string, readonly [number, number, number, number]>> = {
  '3857': [-179, -84, 179, 84],
  '3395': [-179, -79, 179, 83],
  '3034': [-10, 36, 30, 70],
  '3035': [-10, 36, 30, 70],
  '2154': [-4, 42, 8, 51],
  '2056': [6, 45.9, 10.4, 47.7],
  '27700': [-6, 50, 1, 59],
  '28992': [3.5, 51, 7, 53.5],
  '2193': [167, -47, 178, -35],
  '5070': [-124, 25, -67, 49],
  '25832': [6, 1, 12, 83],
  '32633': [12, 1, 18, 83],
  '32756': [150, -79, 156, -1],
}

async function compareProjections(): Promise<void> {
  const { same, close } = comparison('coordinate-convert')
  const cases = Object.entries(AREAS).flatMap(([epsg, [west, south, east, north]]) =>
    samples(fc.tuple(degrees(south, north), degrees(west, east)), 80).map(
      ([lat, lon]) => ({ epsg, lat, lon }) as const,
    ),
  )
  const theirs = python(
    `from pyproj import Transformer
made={}
def t(e):
    if e not in made: made[e]=Transformer.from_crs(4326,int(e),always_xy=True)
    return made[e]
print(json.dumps([t(c['epsg']).transform(c['lon'],c['lat']) for c in data]))`,
    cases,
  ) as readonly (readonly number[])[]
  for (const [at, { epsg, lat, lon }] of cases.entries()) {
    const told = await answer(coordinateConvert, { value: `${lat}, ${lon}`, epsg })
    const { x, y, accuracyM } = told['projected'] as Record<'x' | 'y' | 'accuracyM', number>
    const [theirX = Number.NaN, theirY = Number.NaN] = theirs[at] ?? []
    const off = Math.hypot(x - theirX, y - theirY)
    // Where the datum differs, PROJ may take another shift, within the accuracy that is told.
    const most = accuracyM > 2 ? accuracyM : 0.01
    same({ epsg, lat, lon, off }, off <= most, true)
  }
  close()
}

/** Stars around a place, which never cross themselves. */
const star = fc
  .tuple(
    degrees(-170, 170),
    degrees(-70, 70),
    fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 4, maxLength: 24 }),
    fc.double({ min: 0.01, max: 0.8, noNaN: true }),
  )
  .map(([lon, lat, radii, size]) => {
    const ring = radii.map((radius, at) => {
      const angle = (at / radii.length) * 2 * Math.PI
      return [
        Number((lon + size * radius * Math.cos(angle)).toFixed(6)),
        Number((lat + size * radius * Math.sin(angle)).toFixed(6)),
      ]
    })
    return { ring: [...ring, ring[0]], lon, lat, size }
  })

const SHAPES = `from shapely.geometry import Polygon, Point
from shapely.ops import transform
from pyproj import Geod, Transformer
g=Geod(ellps='WGS84')
out=[]
for c in data:
    p=Polygon(c['ring'])
    area,length=g.geometry_area_perimeter(p)
    to=Transformer.from_crs(4326,'+proj=laea +lon_0=%r +lat_0=%r +R=6371008.8'%tuple(c['middle']),always_xy=True)
    back=Transformer.from_crs('+proj=laea +lon_0=%r +lat_0=%r +R=6371008.8'%tuple(c['middle']),4326,always_xy=True)
    aeqd=Transformer.from_crs(4326,'+proj=aeqd +lon_0=%r +lat_0=%r +R=6371008.8'%tuple(c['middle']),always_xy=True)
    middle=transform(to.transform,p).centroid
    lon,lat=back.transform(middle.x,middle.y)
    grown=transform(aeqd.transform,p).buffer(c['bufferKm']*1000,16)
    out.append({'area':abs(area)/1e6,'length':length/1e3,'valid':p.is_valid,'lat':lat,'lon':lon,'grown':grown.area/1e6,
      'inside':[p.contains(Point(q['lon'],q['lat'])) for q in c['points']]})
print(json.dumps(out))`

async function compareShapes(): Promise<void> {
  const { same, close } = comparison('geo-polygon')
  const cases = samples(star, 400).map(({ ring, lon, lat, size }, at) => {
    const lons = ring.map((place) => place?.[0] ?? 0)
    const lats = ring.map((place) => place?.[1] ?? 0)
    const middle = [lons, lats].map((all) => (Math.min(...all) + Math.max(...all)) / 2)
    const points = [
      { lon, lat },
      { lon: lon + size / 3, lat: lat + size / 5 },
      { lon: lon - size, lat },
    ]
    return { ring, middle, points, bufferKm: at % 2 === 0 ? 3 : -1 }
  })
  const theirs = python(SHAPES, cases) as readonly Record<string, number | boolean[]>[]
  const told = await Promise.all(
    cases.map(({ ring, points, bufferKm }) => {
      const geojson = { type: 'Polygon', coordinates: [ring] }
      return answer(geoPolygon, { geojson, points, bufferKm })
    }),
  )
  const made = cases.map(({ middle }, at) => ({ middle, geojson: told[at]?.['geojson'] ?? null }))
  const grown = python(PLANAR, made) as readonly number[]
  for (const [at, ours] of told.entries()) {
    if (ours['refused'] !== undefined) {
      same({ at, bufferKm: cases[at]?.bufferKm }, ours['refused'], null)
      continue
    }
    const other = theirs[at]!
    const number = (name: string) => Number(other[name])
    const { lat, lon } = ours['centroid'] as Record<'lat' | 'lon', number>
    const isMiddle = Math.abs(lat - number('lat')) < 2e-6 && Math.abs(lon - number('lon')) < 4e-6
    same({ at, what: 'inside' }, ours['inside'], other['inside'])
    same({ at, what: 'valid' }, ours['valid'], other['valid'])
    same({ at, what: 'area' }, near(Number(ours['areaKm2']), number('area'), 1e-6), true)
    same({ at, what: 'length' }, near(Number(ours['perimeterKm']), number('length'), 1e-6), true)
    same({ at, what: 'centroid' }, isMiddle, true)
    same({ at, what: 'grown' }, near(grown[at] ?? 0, number('grown'), 0.002), true)
  }
  close()
}

const near = (a: number, b: number, share: number): boolean =>
  Math.abs(a - b) <= share * Math.abs(b) + 2e-6

/** The areas of shapes on the plane of the reference. */
const PLANAR = `from shapely.geometry import shape
from shapely.ops import transform
from pyproj import Transformer
def area(c):
    if not c['geojson']: return 0
    t=Transformer.from_crs(4326,'+proj=aeqd +lon_0=%r +lat_0=%r +R=6371008.8'%tuple(c['middle']),always_xy=True)
    return transform(t.transform,shape(c['geojson'])).area/1e6
print(json.dumps([area(c) for c in data]))`

/** Evenly, since most doubles lie next to 0, and there is no direction from a place to itself. */
const millionths = (most: number) =>
  fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((value) => value / 1e6)
const place = fc.record({ lat: millionths(89), lon: millionths(180) })

interface Place {
  readonly lat: number
  readonly lon: number
}

/** Ways over the ellipsoid against the library in C of PROJ. */
async function compareWays(): Promise<void> {
  const distances = comparison('geo-distance')
  const isFar = ({ from, to }: { from: Place; to: Place }) =>
    Math.hypot(from.lat - to.lat, from.lon - to.lon) > 0.1 &&
    Math.hypot(from.lat + to.lat, Math.abs(from.lon - to.lon) - 180) > 1
  const pairs = samples(fc.record({ from: place, to: place }).filter(isFar), 500)
  const inverse = python(
    `from pyproj import Geod
g=Geod(ellps='WGS84'); out=[]
for c in data:
    a,b=c['from'],c['to']; f,t,m=g.inv(a['lon'],a['lat'],b['lon'],b['lat']); lon,lat,_=g.fwd(a['lon'],a['lat'],f,m/2)
    out.append([m/1000,f%360,(t+180)%360,lat,lon])
print(json.dumps(out))`,
    pairs,
  ) as readonly (readonly number[])[]
  for (const [at, input] of pairs.entries()) {
    const told = await answer(geoDistance, input)
    const [km = 0, first = 0, last = 0, lat = 0, lon = 0] = inverse[at] ?? []
    const middle = told['midpoint'] as Record<'lat' | 'lon', number>
    const off = [
      Math.abs(Number(told['distanceKm']) - km) < 2e-6,
      turned(Number(told['initialBearingDeg']), first) < 2e-4,
      turned(Number(told['finalBearingDeg']), last) < 2e-4,
      Math.abs(middle.lat - lat) < 2e-7 && turned(middle.lon, lon) < 2e-5,
    ]
    distances.same({ ...input, told, theirs: inverse[at] }, off, [true, true, true, true])
  }
  distances.close()
  const destinations = comparison('geo-destination')
  const ways = samples(
    fc.record({
      from: place,
      bearingDeg: degrees(0, 360),
      distanceKm: fc.double({ min: 0.1, max: 19_000, noNaN: true }),
    }),
    500,
  )
  const direct = python(
    `from pyproj import Geod
g=Geod(ellps='WGS84'); out=[]
for c in data:
    lon,lat,back=g.fwd(c['from']['lon'],c['from']['lat'],c['bearingDeg'],c['distanceKm']*1000); out.append([lat,lon,(back+180)%360])
print(json.dumps(out))`,
    ways,
  ) as readonly (readonly number[])[]
  for (const [at, input] of ways.entries()) {
    const told = await answer(geoDestination, input)
    const [lat = 0, lon = 0, last = 0] = direct[at] ?? []
    const off = [
      Math.abs(Number(told['lat']) - lat) < 1e-9,
      turned(Number(told['lon']), lon) * Math.cos((lat * Math.PI) / 180) < 1e-9,
      turned(Number(told['finalBearingDeg']), last) * Math.cos((lat * Math.PI) / 180) < 1e-4,
    ]
    destinations.same({ ...input, told, theirs: direct[at] }, off, [true, true, true])
  }
  destinations.close()
}

/** How far two directions, or two longitudes, are apart. */
const turned = (a: number, b: number): number => Math.abs(((((a - b) % 360) + 540) % 360) - 180)

if (has('python3', '-c', 'import pyproj, shapely')) {
  await compareWays()
  await compareProjections()
  await compareShapes()
} else write('python3-pyproj and python3-shapely are not installed')
