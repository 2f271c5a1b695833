import { z } from 'zod'

const LABELS = /^[a-z0-9]([a-z0-9_-]{0,62})(\.[a-z0-9_-]{1,63})*$/i

/** The name of a DKIM key: one label, or several with dots. */
export const selector = () =>
  z
    .string()
    .trim()
    .max(120)
    .regex(LABELS, { error: 'must be letters, digits, - and _, such as default or s1.mail' })
