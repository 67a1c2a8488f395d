/**
 * How git is asked about a repository that may come from anywhere: its own
 * settings can name programs to start, servers to fetch from and files to read.
 * What is said on the command line outweighs them. The user's own settings hold,
 * where they are not about these.
 */

export const SAFE_CONFIG: readonly string[] = [
  // Programs.
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.askPass=',
  'core.sshCommand=false',
  'core.editor=false',
  'core.alternateRefsCommand=false',
  'credential.helper=',
  'diff.external=',
  'gpg.program=false',
  'gpg.ssh.program=false',
  'gpg.x509.program=false',
  'log.showSignature=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'status.submoduleSummary=false',
  'submodule.recurse=false',
  // Other machines.
  'protocol.allow=never',
  'fetch.recurseSubmodules=false',
  // Files that are read to the end, whatever they are.
  'core.attributesFile=/dev/null',
  'diff.orderFile=/dev/null',
  'log.mailmap=false',
  'mailmap.file=/dev/null',
  'mailmap.blob=',
  // A folder that looks like the inside of a repository is none.
  'safe.bareRepository=explicit',
];

/** A repository that the environment speaks of, as in a hook, is not the one that is asked about. */
const OTHER_REPOSITORY_VARIABLES = [
  ...['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_COMMON_DIR', 'GIT_OBJECT_DIRECTORY', 'GIT_NAMESPACE'],
  ...['GIT_ALTERNATE_OBJECT_DIRECTORIES', 'GIT_EXTERNAL_DIFF', 'GIT_PREFIX'],
];

export const gitEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  ...Object.fromEntries(OTHER_REPOSITORY_VARIABLES.map((name) => [name, undefined])),
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_NO_LAZY_FETCH: '1', // known to git 2.45 and newer
  GIT_ALLOW_PROTOCOL: 'none', // outweighs what a repository says of a single protocol
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
});
