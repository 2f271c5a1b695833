import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { latitude, longitude } from '../../../../engines/numbers/places.ts'
import { pvgis } from '../../../../capabilities/upstreams/pvgis.ts'

export default defineTool({
  route: 'GET /api/solar-estimate',
  name: 'Solar estimate',
  description:
    'Electricity that a solar plant (photovoltaics) would make at a place, by month and year, with the best tilt.',
  asks: [
    'how much power would solar panels on my roof produce',
    'best tilt of PV panels at a coordinate',
    'how much power do solar panels make on my roof',
    'photovoltaic yield',
    'is solar worth it here',
  ],
  price: '$0.002',
  uses: { pvgis },
  input: z.object({
    lat: latitude().describe('Latitude in degrees, -90 to 90.'),
    lon: longitude().describe('Longitude in degrees, -180 to 180.'),
    kwPeak: z.number().min(0.1).max(10_000).default(1).describe('Peak power in kW, 0.1 to 10,000.'),
    lossPct: z.number().min(0).max(50).default(14).describe('Losses of the system in percent.'),
    tilt: z
      .number()
      .min(0)
      .max(90)
      .optional()
      .describe('Tilt in degrees from level, 0 to 90. Default: the best.'),
    azimuth: z
      .number()
      .min(-180)
      .max(180)
      .optional()
      .describe(
        'Direction that it faces: 0 south, -90 east, 90 west. Default: the best, or south.',
      ),
  }),
  output: z.object({
    kwhYear: z.number().describe('Electricity of an average year, in kWh.'),
    kwhMonth: z.array(z.number()).describe('Electricity of each month from January, in kWh.'),
    tilt: z.number().describe('Tilt in degrees from level.'),
    azimuth: z.number().describe('Direction that it faces: 0 is south.'),
    irradiationKwhM2: z
      .number()
      .describe('Sunlight on the panels in a year, in kWh per square metre.'),
    database: z.string().describe('Sunlight database of the estimate.'),
  }),
  examples: [
    {
      input: { lat: 48.1, lon: 11.6, kwPeak: 10 },
      at: '2026-06-01T00:00:00Z',
      output: {
        kwhYear: 11_412.6,
        kwhMonth: [
          443.1, 636.4, 1_009.8, 1_231.2, 1_275.5, 1_290.4, 1_367.9, 1_260.3, 1_057.7, 804.6, 501.2,
          534.5,
        ],
        tilt: 38,
        azimuth: -1,
        irradiationKwhM2: 1_482.3,
        database: 'PVGIS-SARAH3',
        source: 'PVGIS, © European Communities',
        asOf: '2026-06-01T00:00:00.000Z',
      },
    },
    { input: { lat: 48.1, lon: 11.6, tilt: 20, azimuth: 90 } },
  ],

  async run({ lat, lon, kwPeak, lossPct, tilt, azimuth }, { pvgis }) {
    const query = { lat, lon, peakpower: kwPeak, loss: lossPct, angle: tilt, aspect: azimuth }
    const { inputs, outputs } = await pvgis.estimate(query)
    const { slope, azimuth: facing } = inputs.mounting_system.fixed
    const months = outputs.monthly.fixed.toSorted((one, other) => one.month - other.month)
    return {
      kwhYear: outputs.totals.fixed.E_y,
      kwhMonth: months.map(({ E_m: energy }) => energy),
      tilt: slope.value,
      azimuth: facing.value,
      irradiationKwhM2: outputs.totals.fixed['H(i)_y'],
      database: inputs.meteo_data.radiation_db,
    }
  },
})
