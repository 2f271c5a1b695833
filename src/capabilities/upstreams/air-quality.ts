import type { Capability } from '../../base/core/capability.ts'
import { sourceOf, type Source } from '../../base/lib/cross-check.ts'
import { optionalOf } from './_weather.ts'
import { OPEN_METEO_API_KEY, openMeteo, type ModelledAir } from './open-meteo.ts'
import { sensorCommunity, type DustReading } from './sensor-community.ts'

interface Place {
  readonly lat: number
  readonly lon: number
}

type Air = { readonly modelled: ModelledAir } | { readonly dust: readonly DustReading[] }

/** Sensors are those within the smallest of these distances that has any. */
type AirAt = (place: Place, radiiKm: readonly number[]) => Promise<Air>

/** Sensors of volunteers; with a key the model of Open-Meteo first. */
export const airQuality: Capability<readonly Source<AirAt>[]> = {
  name: 'air-quality',
  texts: 'own',
  settings: [...optionalOf(sensorCommunity), ...optionalOf(openMeteo)],
  live: true,
  providers: [...(sensorCommunity.providers ?? []), ...(openMeteo.providers ?? [])],
  open(host) {
    const openSensors = sensorCommunity.open(host)
    const openModel = host.setting(OPEN_METEO_API_KEY.name) ? openMeteo.open(host) : null
    return (call) => {
      const model = openModel && openModel(call)
      const sensors = openSensors(call)
      const sensed: AirAt = async ({ lat, lon }, radiiKm) => {
        for (const radiusKm of radiiKm) {
          const dust = await sensors.dust(lat, lon, radiusKm)
          if (dust.length > 0) return { dust }
        }
        return { dust: [] }
      }
      return [
        sourceOf(openMeteo, model && (async (place) => ({ modelled: await model.air(place) }))),
        sourceOf(sensorCommunity, sensed),
      ]
    }
  },
}
