import { z } from 'zod'
import { definePack } from './_runtime.ts'
import { publicIp } from '../../base/lib/ip-address.ts'

export default definePack({
  title: 'IP intelligence',
  tagline: 'Where an address sits, who runs it, its host name and its record of attacks.',
  asks: [
    'IP intelligence: where it sits, who runs it, its record',
    'intelligence on where an address sits, who runs it and its attacks',
  ],
  input: z.object({ ip: publicIp().describe('A public IPv4 or IPv6 address.') }),
  steps: [
    { tool: 'ip-info', input: ({ ip }) => ({ ip }) },
    { tool: 'asn-info', input: ({ ip }) => ({ ip }) },
    { tool: 'reverse-dns', input: ({ ip }) => ({ ip }) },
    { tool: 'ip-reputation', input: ({ ip }) => ({ ip }) },
  ],
  examples: [{ input: { ip: '1.1.1.1' } }],
})
