export type Severity = 'low' | 'medium' | 'high'

export interface SkillRule {
  readonly kind: string
  readonly severity: Severity
  /** Tried on one line; each repeats only so many times. */
  readonly pattern: RegExp
}

const rule = (kind: string, severity: Severity, ...patterns: readonly RegExp[]) =>
  patterns.map((pattern): SkillRule => ({ kind, severity, pattern }))

const SHELLS = '(?:sudo )?(?:/(?:usr/)?bin/)?(?:env )?(?:ba|z|da|k|fi)?sh'
const RUNNERS = `(?:${SHELLS}|(?:sudo )?(?:python[\\d.]*|node|perl|ruby|php|osascript))`

/** What in a line of a skill, a script or a rules file does harm, or may. */
export const SKILL_RULES: readonly SkillRule[] = [
  ...rule(
    'download-to-shell',
    'high',
    new RegExp(`\\b(?:curl|wget|fetch)\\b[^\\n|]{0,400}\\|\\s*${RUNNERS}\\b`, 'i'),
    new RegExp(`\\b${SHELLS}\\b\\s+(?:-c\\s+)?["']?(?:<\\(|\\$\\()\\s*(?:curl|wget)\\b`, 'i'),
    /\beval\b[^\n]{0,20}(?:\$\(|`)\s*(?:curl|wget)\b/i,
    /\b(?:iex|invoke-expression)\b[^\n]{0,60}\b(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring)\b/i,
    /\b(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring)\b[^\n]{0,300}\|\s*(?:iex|invoke-expression)\b/i,
  ),
  ...rule(
    'encoded-command',
    'high',
    new RegExp(`\\bbase64\\s+(?:-d|-D|--decode)\\b[^\\n|]{0,200}\\|\\s*${RUNNERS}\\b`),
    /\bpowershell(?:\.exe)?\b[^\n]{0,100}\s-e(?:nc|ncodedcommand)?\s+[A-Za-z0-9+/=]{20,}/i,
    /\b(?:eval|exec|Function)\s*\(\s*(?:atob|base64\.b64decode|Buffer\.from|bytes\.fromhex|codecs\.decode|zlib\.decompress|marshal\.loads)\b/,
    /(?:\\x[0-9a-fA-F]{2}){30}/,
  ),
  ...rule(
    'destroys-files',
    'high',
    /\brm\s+(?:-[a-zA-Z-]+\s+){1,4}["']?(?:\/(?:\s|\*|$|["'])|~\/?(?:\s|\*|$|["'])|\$\{?HOME\}?\/?(?:\s|\*|$|["']))/,
    /\bmkfs(?:\.\w+)?\s+\/dev\/|\bdd\b[^\n]{0,100}\bof=\/dev\/(?:sd|nvme|hd|disk)/,
    /:\(\)\s*\{\s*:\s*\|\s*:\s*&\s*\}\s*;\s*:/,
  ),
  ...rule(
    'sends-secrets',
    'high',
    /\b(?:curl|wget|nc|ncat|scp|rsync)\b[^\n]{0,300}(?:~\/\.(?:ssh|aws|config\/gcloud|kube|gnupg|netrc|npmrc)|\bid_(?:rsa|ed25519)\b|\.env\b|\/etc\/passwd)/,
    /\b(?:curl|wget)\b[^\n]{0,300}(?:\$\(|`)\s*(?:env|printenv|cat\s|base64\s|whoami|hostname)/,
    /\b(?:env|printenv)\b\s*\|[^\n]{0,100}\b(?:curl|wget|nc)\b/,
    /\b(?:requests|httpx|axios|fetch|urllib)\b[^\n]{0,200}\b(?:os\.environ|process\.env)\s*[),]/,
  ),
  ...rule(
    'credential-path',
    'medium',
    /(?:~|\$\{?HOME\}?|\/root|\/home\/\w{1,40})\/\.(?:ssh|aws|gnupg|kube|netrc|pgpass|git-credentials|docker\/config|config\/gcloud|npmrc|pypirc)\b/,
    /\bid_(?:rsa|ed25519|ecdsa)\b|\bwallet\.dat\b|\/etc\/shadow\b|\bLogin Data\b|\bcookies\.sqlite\b/,
    /\bsecurity\s+(?:find|dump)-(?:generic-password|internet-password|keychain)\b|\bseed phrases?\b|\bmnemonic phrases?\b/i,
  ),
  ...rule(
    'stays-after',
    'medium',
    /\bcrontab\s+-|\/etc\/cron|\blaunchctl\s+(?:load|bootstrap)|LaunchAgents\/|\bsystemctl\s+(?:--user\s+)?enable\b|\bschtasks\b[^\n]{0,40}\/create/i,
    />>?\s*["']?(?:~|\$\{?HOME\}?)\/\.(?:bashrc|zshrc|profile|bash_profile|zprofile)\b/,
    /authorized_keys\b|\.git\/hooks\/|HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run/i,
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
    'unpinned-install',
    'low',
    /\bnpx\s+(?:-y|--yes)\s/,
    /\b(?:pip[\d.]*|uv pip|npm|pnpm|yarn)\s+(?:install|i|add)\b[^\n]{0,200}(?:git\+|https?:\/\/)/,
  ),
  ...rule('asks-for-root', 'low', /(?<![\w-])sudo\s+(?!-h\b)\w/),
  ...rule('opens-rights', 'low', /\bchmod\s+(?:-R\s+)?(?:0?777|a\+rwx)\b/),
]

/** Words to a model that have no place even in a text that is there to instruct it. */
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
