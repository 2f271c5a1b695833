import { z } from 'zod'
import { domainName } from '../../../../base/lib/domain-name.ts'
import { publicIp } from '../../../../base/lib/ip-address.ts'

/** A host for a socket: a domain name or a public address. */
export const hostName = () =>
  z
    .string()
    .max(1_012)
    .transform((text, context) => {
      const bare = text.trim().replace(/^\[(.*)\]$/, '$1')
      const isAddress = /^[\d.]+$/.test(bare) || bare.includes(':')
      const read = (isAddress ? publicIp() : domainName()).safeParse(bare)
      if (read.success) return read.data
      const message = isAddress
        ? (read.error.issues[0]?.message ?? 'is not a valid address')
        : 'must be a host name such as example.com, or a public address, without a URL or port'
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })

export const port = () =>
  z.int().min(1).max(65_535).default(443).describe('TCP port on which TLS begins at once.')
