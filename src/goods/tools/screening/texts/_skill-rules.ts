export type Severity = 'low' | 'medium' | 'high'

export interface SkillRule {
  readonly kind: string
  readonly severity: Severity
  /** Tried on one line; its repeats are bounded. */
  readonly pattern: RegExp
}

const rule = (kind: string, severity: Severity, ...patterns: readonly RegExp[]) =>
  patterns.map((pattern): SkillRule => ({ kind, severity, pattern }))

export const SHELLS = '(?:sudo )?(?:/(?:usr/)?bin/)?(?:env )?(?:ba|z|da|k|fi)?sh'
export const LANGUAGES = '(?:sudo )?(?:python[\\d.]*|node|perl|ruby|php|osascript)'
/**
 * Programs that run their standard input; with a file, a module or an option, a language only reads
 * it.
 */
const RUNNERS = `(?:sudo (?:-\\w+ )+)?(?:${SHELLS}\\b|${LANGUAGES}(?:\\s+-)?\\s*(?:$|[;&|"'\`)]))`
const LOADED = '(?:curl|wget|fetch)'
const HOMES = '(?:~|\\$\\{?HOME\\}?)'

const KEY_WORDS = '(?:key|token|secret|passw|pwd|credential)'
/** The name of a parameter of a URL, or how it begins. */
const PARAMETER = '[?&][\\w.-]{0,20}'
/** A value that may be a key, and not a placeholder such as YOUR_API_KEY. */
const LITERAL_KEY = '(?=[\\w.~-]{0,200}\\d)(?!your|x{3})[\\w.~-]{12,}'
/** Ways to give a package manager another index. */
const INDEX_OPTION =
  '(?:--(?:extra-)?index-url|--(?:default-)?index|--registry|--find-links|--source)'
const PYTHON_INSTALLER = '\\b(?:pip[\\d.]*|uv|pipx|python[\\d.]*)'
const SET_UP = '\\b(?:pip|npm|yarn|pnpm|bundle|gem|cargo|go|uv)\\s+(?:config|env|sources)'
const INDEX_VARIABLE =
  '\\b(?:(?:PIP|UV)_\\w{0,20}(?:INDEX|FIND_LINKS)\\w{0,10}|\\w{3,15}_REGISTRY\\w{0,10}|GOPROXY)'
const INDEX_ENTRY = '(?:registry|npmRegistryServer|(?:extra-)?index-url)'
/** The address of a package index other than the public default. */
const FOREIGN =
  '["\']?(?:git\\+)?(?:sparse\\+)?https?://(?!(?:pypi\\.org|files\\.pythonhosted\\.org|registry\\.npmjs\\.org|registry\\.yarnpkg\\.com|rubygems\\.org|proxy\\.golang\\.org|index\\.crates\\.io|api\\.nuget\\.org)(?:[:/"\'\\s,]|$))'

const CONTAINER = '\\b(?:docker|podman|nerdctl)\\s+(?:container\\s+)?run\\s[^\\n]{0,300}'

/** Lines of a skill, a script or a rules file that do harm, or may do harm. */
export const SKILL_RULES: readonly SkillRule[] = [
  ...rule(
    'download-to-shell',
    'high',
    new RegExp(`\\b${LOADED}\\b[^\\n|]{0,400}(?:\\|[^\\n|]{0,100}){0,2}\\|\\s*${RUNNERS}`, 'i'),
    new RegExp(`\\b${SHELLS}\\b\\s+(?:-c\\s+)?["']?(?:<\\(|\\$\\(|\`)\\s*(?:curl|wget)\\b`, 'i'),
    new RegExp(`\\b${LANGUAGES}\\s+-\\w*[cer]\\s+["']?(?:\\$\\(|\`)\\s*(?:curl|wget)\\b`, 'i'),
    new RegExp(`\\b(?:openssl\\s+s_client|nc|ncat|telnet)\\b[^\\n|]{0,300}\\|\\s*${RUNNERS}`),
    /\b(?:deno|bun)\s+(?:run\s+)?(?:-\S{1,80}\s+){0,20}["']?https?:\/\//,
    /(?:\bsource|(?:^|[\s;&])\.)\s+<\(\s*(?:curl|wget)\b/,
    /\b(?:exec|eval|Function|compile)\s*\([^\n]{0,120}\b(?:requests\.get|httpx\.get|urlopen|fetch|axios|https?\.get)\b/,
    /\bfetch\s*\([^\n]{0,200}\.then\(\s*(?:eval|Function)\b/,
    /\bcertutil\b[^\n]{0,60}-urlcache\b|\b(?:mshta|regsvr32)\b[^\n]{0,60}https?:|\bbitsadmin\b[^\n]{0,60}\/transfer\b/i,
    /\beval\b[^\n]{0,20}(?:\$\(|`)\s*(?:curl|wget)\b/i,
    /\b(?:iex|invoke-expression)\b[^\n]{0,60}\b(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring)\b/i,
    /\b(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring)\b[^\n]{0,300}\|\s*(?:iex|invoke-expression)\b/i,
  ),
  ...rule(
    'encoded-command',
    'high',
    new RegExp(
      `\\b(?:base64\\s+(?:-d|-D|--decode)\\b|xxd\\s+-r|openssl\\s+(?:enc|base64)\\b)[^\\n|]{0,200}\\|\\s*${RUNNERS}`,
    ),
    /\b(?:exec|eval)\s*\([^\n]{0,60}\bb64decode\b/,
    /\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,100}\s-(?:e\s+[\w+/=]{20}|enc\w*\s+[\w+/=]{4})/i,
    /\b(?:eval|exec|Function)\s*\(\s*(?:atob|base64\.b64decode|Buffer\.from|bytes\.fromhex|codecs\.decode|zlib\.decompress|marshal\.loads)\b/,
    /(?:\\x[0-9a-fA-F]{2}){30}/,
  ),
  ...rule(
    'opens-a-shell',
    'high',
    /\/dev\/(?:tcp|udp)\/[\w.${}-]{1,100}\/\S/,
    /\b(?:nc|ncat|netcat)\b[^\n|;]{0,100}\s-[a-z]{0,6}[ec]\s+["']?\S{0,20}(?:sh|cmd)\b|\bsocat\b[^\n]{0,200}\bexec:/i,
    /\bsh\s+-i\b[^\n]{0,40}(?:\|\s*(?:nc|ncat|netcat|telnet)\b|[<>]&)/,
    /\bpty\.spawn\s*\(|\bos\.dup2\s*\(/,
    /\b(?:fsockopen|socket)\b[^\n]{0,200}\b(?:exec|system)\s*\(\s*["'`]\/bin\//i,
  ),
  ...rule(
    'destroys-files',
    'high',
    /\brm\s+(?:-[a-zA-Z-]+\s+){1,4}["']?\/(?:etc|usr|var|home|boot|bin|lib|opt|root|Users|System)\/?(?:\s|\*|$|["'])/,
    /\bfind\s+(?:\/|~|\$\{?HOME\}?)\/?\s[^\n]{0,100}(?:-delete\b|-exec\s+rm\b)/,
    /\brm\s+(?:-[a-zA-Z-]+\s+){1,4}["']?(?:\/(?:\s|\*|$|["'])|~\/?(?:\s|\*|$|["'])|\$\{?HOME\}?\/?(?:\s|\*|$|["']))/,
    /\bmkfs(?:\.\w+)?\s+\/dev\/|\bdd\b[^\n]{0,100}\bof=\/dev\/(?:sd|nvme|hd|disk)/,
    /:\(\)\s*\{\s*:\s*\|\s*:\s*&\s*\}\s*;\s*:/,
  ),
  ...rule(
    'sends-secrets',
    'high',
    /\b(?:curl|wget|nc|ncat|scp|rsync)\b[^\n]{0,300}(?:~\/\.(?:ssh|aws|config\/gcloud|kube|gnupg|netrc|npmrc)|\bid_(?:rsa|ed25519)\b|\.env\b|\/etc\/passwd)/,
    /\b(?:curl|wget)\b[^\n]{0,300}(?:\$\(|`)\s*(?:env|printenv|cat\s|base64\s|whoami|hostname)/,
    /(?:~|\$\{?HOME\}?)\/\.(?:ssh|aws|config\/gcloud|kube|gnupg|netrc|npmrc)\b[^\n|]{0,200}\|[^\n]{0,100}\b(?:curl|wget|nc|ncat)\b/,
    /\b(?:env|printenv|history)\b\s*\|[^\n]{0,100}\b(?:curl|wget|nc)\b/,
    /<!--[^\n]{0,300}\b(?:post|send|upload|append|e?mail)\b[^\n]{0,200}\.(?:env|ssh|aws|netrc|npmrc)\b/i,
    /\b(?:requests|httpx|axios|fetch|urllib)\b[^\n]{0,200}\b(?:os\.environ|process\.env)\s*[),]/,
  ),
  ...rule(
    'credential-path',
    'medium',
    /(?:~|\$\{?HOME\}?|\/root|\/home\/\w{1,40})\/\.(?:ssh|aws|gnupg|kube|netrc|pgpass|git-credentials|docker\/config|config\/gcloud|npmrc|pypirc)\b/,
    /\bid_(?:rsa|ed25519|ecdsa)\b|\bwallet\.dat\b|\/etc\/shadow\b|\bLogin Data\b|\bcookies\.sqlite\b/,
    /\b(?:cat|less|more|head|tail|type|bat|base64|xxd)\s[^\n|;]{0,60}(?<![\w-])\.env(?!\.(?:example|sample|template|dist))\b/,
    /\bkubectl\b[^\n|;]{0,100}\s(?:get|describe)\s+secrets?\b|\bsecretsmanager\s+get-secret-value\b/,
    /\bgh\s+auth\s+token\b|\bgcloud\s+auth\s+print-(?:access|identity)-token\b/,
    /\bsecurity\s+(?:find|dump)-(?:generic-password|internet-password|keychain)\b|\bseed phrases?\b|\bmnemonic phrases?\b/i,
  ),
  ...rule(
    'stays-after',
    'medium',
    /\bcrontab\s+-|\/etc\/cron|\blaunchctl\s+(?:load|bootstrap)|LaunchAgents\/|\bsystemctl\s+(?:--user\s+)?enable\b|\bschtasks\b[^\n]{0,40}\/create/i,
    />>?\s*["']?(?:~|\$\{?HOME\}?)\/\.(?:bashrc|zshrc|profile|bash_profile|zprofile)\b/,
    /\bgit\s+config\b[^\n]{0,60}\b(?:core\.(?:hooksPath|sshCommand|fsmonitor|pager|editor)|init\.templateDir|credential\.helper)[\s=]+\S/i,
    /authorized_keys\b|\.git\/hooks\/|HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run/i,
  ),
  ...rule('deletes-in-home', 'medium', new RegExp(`\\brm\\s+-\\w*r\\w*\\s+["']?${HOMES}/[\\w.]`)),
  ...rule('opens-the-host', 'high', new RegExp(`${CONTAINER}(?:-v|--volume)[=\\s]+/:/`)),
  ...rule(
    'opens-the-host',
    'medium',
    new RegExp(`${CONTAINER}(?:--privileged|--pid[=\\s]host)\\b`),
    new RegExp(`${CONTAINER}[^\\n]{0,100}\\bdocker\\.sock\\b`),
  ),
  ...rule(
    'weakens-defences',
    'medium',
    /\bcom\.apple\.quarantine\b|\bspctl\s+--master-disable\b|\bcsrutil\s+disable\b|\bsetenforce\s+0\b/,
    /\bSet-MpPreference\b[^\n]{0,80}-Disable|\bnetsh\s+advfirewall\b[^\n]{0,60}\boff\b/i,
    /\bchmod\s+(?:-R\s+)?(?:[ug]*\+s|[2467][0-7]{3})\b|\bssh\b[^\n]{0,100}\s-R\s*\d/,
  ),
  ...rule(
    'changes-agent-settings',
    'medium',
    /(?:>>?|\btee\b|\bwrite\b|\bedit\b|\bmodify\b|\bappend\b|\badd\b)[^\n]{0,80}(?:\.claude\/settings|claude_desktop_config|\.mcp\.json|mcp\.json|\.cursorrules|\.cursor\/rules|CLAUDE\.md|AGENTS\.md|copilot-instructions|settings\.json)/i,
    /--dangerously-skip-permissions|--yolo\b|--allow-dangerous|\bbypassPermissions\b|\bautoApprove\b|\bauto-approve\b/i,
    /\ballowed-tools:[^\n]{0,200}(?:\bBash\(\*\)|\bBash\b(?!\()|(?:^|[\s,[])["']?\*["']?(?:$|[\s,\]]))/i,
  ),
  ...rule(
    'drop-host',
    'medium',
    /\b(?:webhook\.site|requestbin\.(?:com|net)|pipedream\.net|[\w-]{1,60}\.ngrok(?:-free)?\.(?:io|app|dev)|[\w-]{1,60}\.trycloudflare\.com|api\.telegram\.org\/bot|discord(?:app)?\.com\/api\/webhooks|pastebin\.com\/raw|transfer\.sh|file\.io|oast\.(?:pro|live|site|online|fun|me)|interact\.sh|burpcollaborator\.net)/i,
    /https?:\/\/(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\//,
  ),
  ...rule(
    'key-in-url',
    'medium',
    new RegExp(`${PARAMETER}=["']?\\$\\{?\\w{0,60}${KEY_WORDS}`, 'i'),
    new RegExp(`${PARAMETER}(?:${KEY_WORDS}|auth|sig)\\w{0,20}=${LITERAL_KEY}`, 'i'),
    new RegExp(`${PARAMETER}=["'\\s+\${]{0,8}(?:local|session)Storage\\b`),
    new RegExp(`${PARAMETER}=["'\\s+\${]{0,8}document\\.cookie\\b`),
    new RegExp(`${PARAMETER}=["'\\s+]{0,6}(?:os\\.environ|os\\.getenv|process\\.env)\\b`),
    /\bhttps?:\/\/[^\s/@:"'`<>]{1,100}:(?![$<{]|(?:password|pass|token|secret|xxx+)@)[^\s/@"'`<>]{3,200}@[\w-]/i,
    new RegExp(`\\bhttps?://[^\\s/@"'\`<>$]{0,100}\\$\\{?\\w{0,60}${KEY_WORDS}\\w{0,20}\\}?@`, 'i'),
  ),
  ...rule(
    'foreign-index',
    'medium',
    new RegExp(`${INDEX_OPTION}[=\\s]+${FOREIGN}`, 'i'),
    new RegExp(`${PYTHON_INSTALLER}\\s[^\\n]{0,300}\\s-[if][=\\s]*${FOREIGN}`, 'i'),
    new RegExp(`${SET_UP}\\s[^\\n]{0,100}?${FOREIGN}`, 'i'),
    new RegExp(`${INDEX_VARIABLE}["']?\\s?[=:]\\s?${FOREIGN}`, 'i'),
    new RegExp(`^\\s*(?:@[\\w.-]{1,60}:)?${INDEX_ENTRY}\\s?[=:]\\s?${FOREIGN}`),
    /--trusted-host[=\s]+\S/,
  ),
  ...rule(
    'unpinned-install',
    'low',
    /\bnpx\s+(?:-y|--yes)\s/,
    /\bgo\s+(?:run|install)\s[^\n|;]{0,200}@latest\b/,
    /\b(?:pip[\d.]*|uv pip|npm|pnpm|yarn)\s+(?:install|i|add)\b[^\n]{0,200}(?:git\+|https?:\/\/)/,
  ),
  ...rule('asks-for-root', 'low', /(?<![\w-])sudo\s+(?!-h\b)\w/),
  ...rule('opens-rights', 'low', /\bchmod\s+(?:-R\s+)?(?:0?777|a\+rwx)\b/),
]

/** Phrases to a model that do not belong even in a text of instructions. */
export const SPOKEN: Readonly<Record<string, Severity>> = {
  secrecy: 'high',
  'data-theft': 'high',
  payment: 'medium',
  override: 'high',
  'prompt-leak': 'medium',
  'hidden-tags': 'high',
  'hidden-bytes': 'high',
  'hidden-characters': 'medium',
  'turned-direction': 'high',
  encoded: 'high',
  'hidden-comment': 'high',
  'spaced-letters': 'medium',
  'chat-markup': 'low',
  'hidden-style': 'low',
}
