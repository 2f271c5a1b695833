import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { line, nullableText } from '../../../../base/lib/fields.ts'
import { nhtsaVpic } from '../../../../capabilities/upstreams/nhtsa-vpic.ts'

const amount = (text: string | undefined) => {
  const value = Number(text)
  return text && Number.isFinite(value) ? value : null
}

export default defineTool({
  route: 'GET /api/vin-decode',
  name: 'VIN decode',
  description: 'Make, model, engine and plant behind a vehicle identification number.',
  asks: [
    'what car is behind this VIN',
    'engine and plant of a car by its VIN',
    'what car is it by the chassis number',
    'year and engine from a VIN',
  ],
  price: '$0.002',
  uses: { nhtsaVpic },
  input: z.object({
    vin: line(40)
      .transform((vin) => vin.replaceAll(/[\s-]/g, '').toUpperCase())
      .refine((vin) => /^[A-HJ-NPR-Z0-9*]{5,17}$/.test(vin), {
        error: 'must be 17 letters and digits without I, O and Q; * for an unknown one',
      })
      .describe('Vehicle identification number; * stands for an unknown character.'),
    modelYear: z
      .int()
      .min(1953)
      .max(2100)
      .optional()
      .describe('Model year; it helps with older vehicles.'),
  }),
  output: z.object({
    vin: z.string(),
    make: nullableText(),
    model: nullableText(),
    modelYear: z.int().nullable(),
    trim: nullableText(),
    bodyClass: nullableText(),
    engine: z.object({
      cylinders: z.number().nullable(),
      displacementL: z.number().nullable(),
      powerHp: z.number().nullable(),
      model: nullableText(),
      fuel: nullableText(),
    }),
    plant: z.object({
      city: nullableText(),
      state: nullableText(),
      country: nullableText(),
      company: nullableText(),
    }),
    errors: z
      .array(z.string())
      .describe('Problems that vPIC reports, such as a wrong check digit.'),
    raw: z.record(z.string(), z.string()).describe('All values of vPIC, by its own names.'),
  }),
  examples: [{ input: { vin: '1HGCM82633A004352' } }],

  async run({ vin, modelYear }, { nhtsaVpic }) {
    const raw = await nhtsaVpic.decode(vin, modelYear)
    return {
      vin,
      make: raw['Make'] ?? null,
      model: raw['Model'] ?? null,
      modelYear: amount(raw['ModelYear']),
      trim: raw['Trim'] ?? null,
      bodyClass: raw['BodyClass'] ?? null,
      engine: {
        cylinders: amount(raw['EngineCylinders']),
        displacementL: amount(raw['DisplacementL']),
        powerHp: amount(raw['EngineHP']),
        model: raw['EngineModel'] ?? null,
        fuel: raw['FuelTypePrimary'] ?? null,
      },
      plant: {
        city: raw['PlantCity'] ?? null,
        state: raw['PlantState'] ?? null,
        country: raw['PlantCountry'] ?? null,
        company: raw['PlantCompanyName'] ?? null,
      },
      errors: (raw['ErrorText'] ?? '').split('; ').filter((text) => !/^(0 -|$)/.test(text)),
      raw,
    }
  },
})
