import type { ToolGroup } from '../../base/core/tool-group.ts'
import type { ToolSpec } from '../../base/core/tool.ts'
import { mcpProxy, type McpProxySpec } from './mcp.ts'
import { openApiProxy, type OpenApiProxySpec } from './openapi.ts'
import { urlProxy, type UrlProxySpec } from './url.ts'

/**
 * Puts a price on an existing API: one call of an HTTP API (`url`), operations of an OpenAPI
 * document (`openapi`), or tools of an MCP server (`mcp`).
 */
export function defineProxy(spec: UrlProxySpec): ToolSpec
export function defineProxy(spec: OpenApiProxySpec | McpProxySpec): ToolGroup
export function defineProxy(
  spec: UrlProxySpec | OpenApiProxySpec | McpProxySpec,
): ToolSpec | ToolGroup {
  if ('openapi' in spec) return openApiProxy(spec)
  return 'mcp' in spec ? mcpProxy(spec) : urlProxy(spec)
}
