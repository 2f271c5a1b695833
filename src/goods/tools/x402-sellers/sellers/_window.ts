import { z } from 'zod'

/** The days that an answer covers. */
export const windowFields = {
  fromIso: z.string().describe('Start of what is counted.'),
  toIso: z.string().describe('Time of the newest block that was read.'),
  coveredDays: z.number().describe('Days from fromIso to toIso.'),
  notes: z.array(z.string()).describe('Notes on what is counted and what is not.'),
}

export const organicField = () =>
  z
    .number()
    .nullable()
    .describe(
      'Share of calls, 0 to 1, that the largest payer did not make; counts all calls, wash and refunds too.',
    )
