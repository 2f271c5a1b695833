import { z } from 'zod'

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const HANDLE = new RegExp(`^(${LABEL}\\.)+${LABEL}$`)
const DID = /^did:(plc|web):[A-Za-z0-9._:%-]{1,240}$/

/** An account by handle or DID; a leading @ is dropped. */
export const actor = () =>
  z
    .string()
    .trim()
    .max(253)
    .transform((name) => (name.startsWith('did:') ? name : name.replace(/^@/, '').toLowerCase()))
    .refine((name) => DID.test(name) || HANDLE.test(name), {
      error: 'must be a handle such as bsky.app, or a DID such as did:plc:z72i7hdynmk6r22z27h6tvur',
    })
    .describe('Handle such as bsky.app, or DID.')
