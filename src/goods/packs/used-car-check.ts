import { z } from 'zod'
import { line } from '../../base/lib/fields.ts'
import { part, textAt } from './_results.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Used car check',
  tagline: 'A VIN checked, decoded and matched with recalls.',
  asks: [
    'check a second-hand car by its VIN before I buy it',
    'used car: is the VIN right and was the model recalled',
    'before I buy a used car',
  ],
  input: z.object({ vin: line(40).min(1).describe('Vehicle identification number.') }),
  steps: [
    { tool: 'vin-validate', input: ({ vin }) => ({ vin }) },
    { tool: 'vin-decode', input: ({ vin }) => ({ vin }) },
    {
      tool: 'vehicle-recalls',
      after: ['vin-decode'],
      input(_given, results) {
        const decoded = results['vin-decode']
        const make = textAt(decoded, 'make')
        const model = textAt(decoded, 'model')
        const modelYear = part(decoded, 'modelYear')
        return make && model && typeof modelYear === 'number' ? { make, model, modelYear } : null
      },
    },
  ],
  examples: [{ input: { vin: '1HGCM82633A004352' }, at: '2026-01-21T00:00:00Z' }],
})
