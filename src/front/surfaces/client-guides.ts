/** How one MCP client is configured to connect here. */
export interface ClientGuide {
  readonly client: string
  /** The file or the dialog in which the lines belong. */
  readonly where: string
  readonly lines: string
}

const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** The configuration of each client for `url`, with a credits key if there is one. */
export function clientGuides(
  url: string,
  key: string | null = null,
  folder = '<folder of Farebox>',
): readonly ClientGuide[] {
  const authorization = key === null ? null : `Bearer ${key}`
  const headers = authorization ? { headers: { Authorization: authorization } } : {}
  const flag = authorization ? ` --header "Authorization: ${authorization}"` : ''
  const codex = authorization ? `\nhttp_headers = { Authorization = "${authorization}" }` : ''
  const local = {
    command: 'npm',
    args: ['run', '--silent', 'mcp', '--prefix', folder],
    env: { FAREBOX_URL: url.replace(/\/mcp$/, ''), ...(key && { FAREBOX_CREDITS_KEY: key }) },
  }
  const servers = (entry: object): string => json({ mcpServers: { farebox: entry } })
  return [
    {
      client: 'Claude Code',
      where: 'a shell',
      lines: `claude mcp add --transport http farebox ${url}${flag}`,
    },
    {
      client: 'Claude Desktop',
      where: 'claude_desktop_config.json',
      lines: servers(local),
    },
    { client: 'Cursor', where: '~/.cursor/mcp.json', lines: servers({ url, ...headers }) },
    {
      client: 'VS Code',
      where: '.vscode/mcp.json',
      lines: json({ servers: { farebox: { type: 'http', url, ...headers } } }),
    },
    {
      client: 'Codex',
      where: '~/.codex/config.toml',
      lines: `[mcp_servers.farebox]\nurl = "${url}"${codex}`,
    },
    {
      client: 'Gemini CLI',
      where: '~/.gemini/settings.json',
      lines: servers({ httpUrl: url, ...headers }),
    },
    {
      client: 'Windsurf',
      where: '~/.codeium/windsurf/mcp_config.json',
      lines: servers({ serverUrl: url, ...headers }),
    },
  ]
}
