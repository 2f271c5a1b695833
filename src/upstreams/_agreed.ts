import { z } from 'zod'
import type { Setting } from '../core/setting.ts'

/** The operator's word that the owner of data has agreed to its sale, which its terms forbid. */
export const agreedSetting = (
  name: `${string}_AGREED`,
  owner: string,
  need: 'required' | 'one-of',
): Setting => ({
  name,
  description: `Set to \`true\` where ${owner} has agreed in writing that the operator sells its data.`,
  schema: z.literal('true', { error: 'must be true, or not set' }),
  need,
})
