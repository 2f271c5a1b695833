/** Messages of MCP and A2A, with JSON of any kind in their places. */

export const initialize = (experimental: unknown): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: { experimental },
      clientInfo: { name: 'attack', version: '1' },
    },
  })

export const toolCall = (name: string, input: string, meta = '{}'): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${input},"_meta":${meta}}}`

export const messageOf = (parts: string, metadata: string): string =>
  `{"message":{"messageId":"a","role":"ROLE_USER","parts":${parts},"metadata":${metadata}}}`
