import { z } from 'zod'

const DOMAIN_CHARACTERS_MAX = 2_000

/** A domain; of a URL, its host. What is no domain at all is refused by the steps, each by name. */
export const domain = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(DOMAIN_CHARACTERS_MAX)
    .transform((text) => hostOf(text) ?? text)

/** Host of a URL, null if it is none. */
export function hostOf(url: string): string | null {
  return /^https?:\/\//i.test(url) ? (URL.parse(url)?.hostname ?? null) : null
}

export const siteOf = (name: string): string => `https://${name}/`
