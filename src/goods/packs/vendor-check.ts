import { z } from 'zod'
import { line } from '../../base/lib/fields.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Vendor check',
  tagline: "A new supplier's VAT number, account, registry entry and sanctions status.",
  asks: [
    'vendor check: VAT number, bank account, register and sanctions of a supplier',
    'vendor check before I pay a new supplier: VAT, IBAN, sanctions, LEI',
    'is our new supplier genuine',
  ],
  input: z.object({
    name: line(200).min(3).describe('Legal name of the supplier.'),
    vat: line(30).min(4).describe('VAT number with its two letters, such as IE6388047V.'),
    iban: line(64).min(1).describe('IBAN of its account.'),
  }),
  steps: [
    { tool: 'vat-check', input: ({ vat }) => ({ vat }) },
    { tool: 'iban-validate', input: ({ iban }) => ({ iban }) },
    { tool: 'lei-lookup', input: ({ name }) => ({ name }) },
    { tool: 'sanctions-name', input: ({ name }) => ({ name, kind: 'entity' }) },
  ],
  examples: [
    {
      input: { name: 'Google Ireland Limited', vat: 'IE6388047V', iban: 'IE29AIBK93115212345678' },
      at: '2026-01-21T00:00:00Z',
    },
  ],
})
