import { z } from 'zod'

/** Language editions that have a host of their own, such as `de`, `simple` or `zh-yue`. */
export const wikiLanguage = () =>
  z
    .string()
    .max(20)
    .regex(/^[a-z]{2,8}(-[a-z]{2,8}){0,2}$/, { error: 'must be a language code such as en' })
    .default('en')

export const limitOf = (standard: number, most: number) =>
  z.int().min(1).max(most).default(standard).describe(`Most results, 1 to ${most}.`)
