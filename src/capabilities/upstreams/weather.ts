import type { Capability } from '../../base/core/capability.ts'
import { firstSuccess } from '../../base/core/failover.ts'
import { optionalOf, type Weather } from './_weather.ts'
import { metNorway } from './met-norway.ts'
import { OPEN_METEO_API_KEY, openMeteo } from './open-meteo.ts'

/** Forecasts of MET Norway; with a key those of Open-Meteo, and of MET Norway if that fails. */
export const weather: Capability<Weather> = {
  name: 'weather',
  texts: 'own',
  settings: [...optionalOf(metNorway), ...optionalOf(openMeteo)],
  live: true,
  providers: [...(metNorway.providers ?? []), ...(openMeteo.providers ?? [])],
  open(host) {
    const norway = metNorway.open(host)
    const meteo = host.setting(OPEN_METEO_API_KEY.name) ? openMeteo.open(host) : null
    return (call) => {
      const first = norway(call)
      const second: Weather = {
        daily: async (place, tz, days) => first.daily(place, tz, days, host.now()),
        hourly: async (place, hours) => first.hourly(place, hours, host.now()),
        current: async (place) => first.current(place, host.now()),
      }
      const sources: readonly [Weather, ...Weather[]] = meteo ? [meteo(call), second] : [second]
      return {
        daily: async (...asked) => firstSuccess(sources, async (one) => one.daily(...asked)),
        hourly: async (...asked) => firstSuccess(sources, async (one) => one.hourly(...asked)),
        current: async (...asked) => firstSuccess(sources, async (one) => one.current(...asked)),
      }
    }
  },
}
