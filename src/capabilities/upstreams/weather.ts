import type { Capability } from '../../base/core/capability.ts'
import { sourceOf, type Source } from '../../base/lib/cross-check.ts'
import { optionalOf, type Weather } from './_weather.ts'
import { metNorway } from './met-norway.ts'
import { OPEN_METEO_API_KEY, openMeteo } from './open-meteo.ts'

/** Forecasts of MET Norway; with a key those of Open-Meteo first. */
export const weather: Capability<readonly Source<Weather>[]> = {
  name: 'weather',
  texts: 'own',
  settings: [...optionalOf(metNorway), ...optionalOf(openMeteo)],
  live: true,
  providers: [...(metNorway.providers ?? []), ...(openMeteo.providers ?? [])],
  open(host) {
    const openNorway = metNorway.open(host)
    const openOther = host.setting(OPEN_METEO_API_KEY.name) ? openMeteo.open(host) : null
    return (call) => {
      const norway = openNorway(call)
      return [
        sourceOf(openMeteo, openOther && openOther(call)),
        sourceOf(metNorway, {
          daily: async (place, tz, days) => norway.daily(place, tz, days, host.now()),
          hourly: async (place, hours) => norway.hourly(place, hours, host.now()),
          current: async (place) => norway.current(place, host.now()),
        }),
      ]
    }
  },
}
