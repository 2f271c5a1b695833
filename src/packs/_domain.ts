import { z } from 'zod'
import { domainName } from '../lib/domain-name.ts'

const DOMAIN_CHARACTERS_MAX = 2_000

/** A domain; of a URL, its host. */
export const domain = () =>
  z
    .string()
    .max(DOMAIN_CHARACTERS_MAX)
    .transform((text) => hostOf(text.trim()) ?? text)
    .pipe(domainName())

/** Host of a URL, null if it is none. */
export function hostOf(url: string): string | null {
  return /^https?:\/\//i.test(url) ? (URL.parse(url)?.hostname ?? null) : null
}

export const siteOf = (name: string): string => `https://${name}/`
