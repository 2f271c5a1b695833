import { z } from 'zod'

/** Which days an answer is about. */
export const windowFields = {
  fromIso: z.string().describe('From when it is counted.'),
  toIso: z.string().describe('Time of the newest block that was read.'),
  coveredDays: z.number().describe('Days between them.'),
  notes: z.array(z.string()).describe('What is counted, and what is not.'),
}

export const organicField = () =>
  z
    .number()
    .nullable()
    .describe(
      '0 to 1: calls not of the largest payer, of all that were made, wash and refunds too.',
    )
