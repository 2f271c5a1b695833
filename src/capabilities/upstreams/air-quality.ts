import type { Capability } from '../../base/core/capability.ts'
import { firstSuccess } from '../../base/core/failover.ts'
import { optionalOf } from './_weather.ts'
import { OPEN_METEO_API_KEY, openMeteo, type ModelledAir } from './open-meteo.ts'
import { sensorCommunity, type DustReading } from './sensor-community.ts'

interface Place {
  readonly lat: number
  readonly lon: number
}

type Air = { readonly modelled: ModelledAir } | { readonly dust: readonly DustReading[] }

export interface AirQuality {
  /** Sensors within the smallest of these distances that has any. */
  at(place: Place, radiiKm: readonly number[]): Promise<Air>
}

/** Sensors of volunteers; with a key the model of Open-Meteo, and sensors if that fails. */
export const airQuality: Capability<AirQuality> = {
  name: 'air-quality',
  texts: 'own',
  settings: [...optionalOf(sensorCommunity), ...optionalOf(openMeteo)],
  live: true,
  providers: [...(sensorCommunity.providers ?? []), ...(openMeteo.providers ?? [])],
  open(host) {
    const sensors = sensorCommunity.open(host)
    const model = host.setting(OPEN_METEO_API_KEY.name) ? openMeteo.open(host) : null
    return (call) => {
      async function sensed({ lat, lon }: Place, radiiKm: readonly number[]): Promise<Air> {
        const around = sensors(call)
        for (const radiusKm of radiiKm) {
          const dust = await around.dust(lat, lon, radiusKm)
          if (dust.length > 0) return { dust }
        }
        return { dust: [] }
      }
      return {
        async at(place, radiiKm) {
          const ask = async () => sensed(place, radiiKm)
          if (!model) return ask()
          const modelled = async () => ({ modelled: await model(call).air(place) })
          return firstSuccess<() => Promise<Air>, Air>([modelled, ask], async (one) => one())
        },
      }
    }
  },
}
