import { describe, expect, test } from 'vitest'
import { alongGeodesic, alongGreatCircle, geodesic, greatCircle, rhumb } from './geodesy.ts'

const point = ([lat, lon]: readonly [number, number]) => ({ lat, lon })

describe('geodesic', () => {
  /** By GeographicLib, and of the Australian geodetic manual. */
  test.each([
    [[-30, 0], [29.9, 179.8], 19989832.82761, 161.89052473633],
    [[0, 0], [0.5, 179.5], 19936288.578965, 25.67187286829],
    [[0, 0], [0.5, 179.7], 19944127.420753, null],
    [[-37.95103342, 144.42486789], [-37.65282114, 143.92649553], 54972.271, 306.868158],
    [[0, 0], [0, 180], 20003931.4586, null],
    [[90, 0], [-90, 50], 20003931.4586, null],
    [[0, 0], [0, 1], 111319.4908, 90],
    [[0, 0], [0, 0], 0, 0],
  ] as const)('%j to %j', (from, to, metres, bearing) => {
    const solution = geodesic(point(from), point(to))
    expect(solution.metres).toBeCloseTo(metres, 3)
    if (bearing !== null) expect(solution.initialDeg).toBeCloseTo(bearing, 5)
  })

  test('every line ends at its end point, and its reverse at its start', () => {
    const degrees = [-90, -61.3, -30, -0.2, 0, 30.1, 30, 89.99]
    for (const a of degrees) {
      for (const b of degrees) {
        for (const lon of [0, 1e-7, 45, -100.5, 179.2, 179.99, -180]) {
          const [from, to] = [
            { lat: a, lon: 10 },
            { lat: b, lon: 10 + lon },
          ]
          const solution = geodesic(from, to)
          const back = geodesic(to, from)
          expect(back.metres).toBeCloseTo(solution.metres, 3)
          const end = alongGeodesic(from, solution.initialDeg, solution.metres)
          expect(greatCircle(end, to).metres).toBeLessThan(0.01)
        }
      }
    }
  })
})

test('a great circle ends at its end point', () => {
  const [from, to] = [point([50.0664, -5.7147]), point([58.6439, -3.07])]
  const { metres, initialDeg, finalDeg } = greatCircle(from, to)
  expect([metres / 1000, initialDeg, finalDeg].map(Math.round)).toEqual([969, 9, 11])
  const end = alongGreatCircle(from, initialDeg, metres)
  expect([end.lat, end.lon]).toEqual([expect.closeTo(to.lat, 9), expect.closeTo(to.lon, 9)])
})

describe('rhumb', () => {
  test.each([
    [[51.127, 1.338], [50.964, 1.853], 40.3078, 116.72],
    [[0, 170], [0, -170], 2223.9016, 90],
    [[10, 5], [20, 5], 1111.9508, 0],
    [[90, 0], [80, 0], 1111.9508, 180],
  ] as const)('%j to %j', (from, to, km, bearing) => {
    const line = rhumb(point(from), point(to))
    expect(line.metres / 1000).toBeCloseTo(km, 1)
    expect(line.initialDeg).toBeCloseTo(bearing, 1)
    expect(Number.isFinite(line.midpoint.lat + line.midpoint.lon)).toBe(true)
  })
})
