/** Calls on variables, by the classes that these are declared to have. */
import { describe, expect, it } from 'vitest';
import { declaredClass } from '../../src/parse/code/declaredNames.js';
import { edgesOf, preparedFile, type Tree } from './edges.js';

const calls = async (tree: Tree): Promise<string[]> =>
  (await edgesOf(tree)).filter((edge) => edge.includes(' calls ')).map((edge) => edge.replaceAll(/\S*\//g, ''));

/** The targets of calls in a text, after their variable if they are by the function that made it. */
const targets = async (path: string, text: string): Promise<string[]> =>
  (await preparedFile(path, text)).references
    .filter(({ verb }) => verb === 'calls')
    .map(({ target, local }) => (local ? `${local}: ${target}` : target));

/** The fields that are stored with their classes. */
const fields = async (path: string, text: string): Promise<string[]> =>
  (await preparedFile(path, text)).references
    .filter(({ verb, local }) => verb === 'reads' && local !== undefined)
    .map(({ from, local, target }) => `${from.replace(/^[^#]*#?/, '')}.${local}: ${target}`);

describe('a call on a variable', () => {
  // Of each line, what is called: the class of the variable.
  const variables: Readonly<Record<string, string>> = {
    'a.java': `class A {
  void run(Gson p, Map.Entry<K, V> q, int i) {
    final Gson a = make(), b;
    var c = new Gson();
    for (Gson d : all) { d.go(); }
    try (Gson e = open()) { e.go(); }
    if (p instanceof Other f) { f.go(); }
    p.go(); q.go(); i.go(); a.go(); b.go(); c.go(); g.go();
  }
}
`,
    'a.kt': `class A {
  fun run(p: Gson, q: a.b.Entry<K>?, vararg i: Int) {
    val a: Gson = make()
    val b = Gson(1)
    val c = make()
    for (d: Gson in all) { d.go() }
    p.go(); q?.go(); a.go(); b.go(); c.go()
  }
}
`,
    'a.cs': `class A {
  void Run(Gson p, N.Entry<K>? q, int i) {
    Gson a = Make(), b;
    var c = new Gson();
    foreach (Gson d in all) { d.Go(); }
    using (Gson e = Open()) { e.Go(); }
    if (p is Other f) { f.Go(); }
    p.Go(); q?.Go(); i.Go(); a.Go(); b.Go(); c.Go();
  }
}
`,
    'a.cpp': `void run(const Slice& p, leveldb::Env* q, int i, client r) {
  Slice a, b(1);
  auto c = new Slice(1);
  auto d = std::make_unique<Slice>(1);
  std::unique_ptr<Slice> e = make();
  for (const Slice& f : all) { f.go(); }
  auto g = make();
  p.go(); q->go(); i.go(); r.go(); a.go(); b.go(); c->go(); d->go(); e->go(); g.go();
}
`,
    'a.rs': `fn run(p: &mut Segment<'a>, q: Arc<dyn Store>, r: Vec<Segment>, s: &[Segment], t: T) {
    let a: Segment = make();
    let mut b = Segment::new(1);
    let c = Segment { size: 1 };
    let d = &mut Segment::default();
    let e = Segment::open(1);
    p.go(); q.go(); r.go(); s.go(); t.go(); a.go(); b.go(); c.go(); d.go(); e.go();
}
`,
    'a.go': `package a

func run(p *client, q, r http.Client, s []Client, i int) {
	var a Client
	b := &Client{}
	c := Client{}
	d := new(Client)
	e, f := make()
	p.Go(); q.Go(); r.Go(); s.Go(); i.Go(); a.Go(); b.Go(); c.Go(); d.Go(); e.Go(); f.Go()
}
`,
    'a.ts': `function run(p: Client, q?: ns.Client<T> | null, r: Client | Server, s: string, t: T) {
  const a = new Client();
  let b: Readonly<Client>;
  const c = make();
  const f = (d: Client) => d.go();
  p.go(); q?.go(); r.go(); s.go(); t.go(); a.go(); b.go(); c.go();
}
`,
    'a.js': 'function run(p) {\n  const a = new ns.Client();\n  p.go(); a.go();\n}\n',
    'a.py': `def run(p: Client, q: "Client" = None, *r: Client, s: Optional[Client], t: list[Client], u: Client | None):
    a = Client(1)
    b: net.Client = make()
    c = make()
    with Client() as d:
        d.go()
    p.go(); q.go(); r.go(); s.go(); u.go(); a.go(); b.go(); c.go()
`,
    'a.php': `<?php
function run(Client $p, ?Net\\Client $q, int $i) {
  $a = new Client();
  $b = make();
  $p->go(); $q->go(); $i->go(); $a->go(); $b->go();
}
`,
    'a.rb': 'def run(p)\n  a = Net::Client.new(1)\n  b = make\n  p.go\n  a.go\n  b.go\nend\n',
    'a.swift': `func run(_ p: Client, in q: Client?, i: Int) {
  let a: Client = make()
  let b = Client()
  p.go(); q?.go(); a.go(); b.go()
}
`,
    'a.scala': `def run(p: Client, q: Map[K, V]) = {
  val a: Client = make
  var b = new Client
  p.go(1); q.go(1); a.go(1); b.go(1)
}
`,
    'a.dart': `void run(Client p, {required Client q}) {
  Client a = make();
  var b = new Client();
  p.go(); q.go(); a.go(); b.go();
}
`,
  };
  const expected: Readonly<Record<string, string>> = {
    'a.java': 'Gson.go, Other.go, Map.Entry.go, i.go, g.go',
    'a.kt': 'Gson.go, a.b.Entry.go, b: Gson.go, c: make.go',
    'a.cs': 'Gson.Go, Other.Go, N.Entry.Go, i.Go',
    'a.cpp': 'Slice.go, leveldb.Env.go, i.go, client.go, g: make.go',
    'a.rs': 'Segment.go, Store.go, Vec.go, s.go, t.go, b: Segment.new.go, e: Segment.open.go',
    'a.go': 'client.Go, http.Client.Go, s.Go, i.Go, Client.Go, e: make.Go, f.Go',
    'a.ts': 'Client.go, ns.Client.go, r.go, s.go, t.go, c: make.go',
    'a.js': 'p.go, ns.Client.go',
    'a.py': 'Client.go, r.go, a: Client.go, net.Client.go, c: make.go',
    'a.php': 'Client.go, Net.Client.go, i.go, b.go',
    'a.rb': 'p.go, Net.Client.go, b.go',
    'a.swift': 'Client.go, b: Client.go',
    'a.scala': 'Client.go, Map.go',
    'a.dart': 'Client.go',
  };
  for (const [path, text] of Object.entries(variables))
    it(`is one on its class in ${path}`, async () => {
      const found = (await targets(path, text)).filter((target) => /\.go$/i.test(target));
      expect([...new Set(found)].join(', ')).toBe(expected[path]);
    });
});

describe('a field', () => {
  const cases: Readonly<Record<string, readonly [text: string, ...fields: string[]]>> = {
    'a.java': ['class A {\n  private final Gson a = make(), b;\n  int c;\n}\n', 'A.a: Gson', 'A.b: Gson'],
    'a.kt': [
      'class A(private val a: Gson, b: Int) {\n  val c: Gson? = null\n  lateinit var d: n.Gson\n  val e = Gson(1)\n}\n',
      ...['A.a: Gson', 'A.b: Int', 'A.c: Gson', 'A.d: n.Gson', 'A.e: Gson'],
    ],
    'a.cs': [
      'class A {\n  private readonly Gson _a;\n  public Gson B { get; set; }\n  int c;\n}\n',
      ...['A._a: Gson', 'A.B: Gson'],
    ],
    'a.cpp': [
      'class A {\n  Env* a_;\n  const std::unique_ptr<Env> b_;\n  leveldb::Env& c_;\n  int d_;\n};\n',
      ...['A.a_: Env', 'A.b_: Env', 'A.c_: leveldb.Env'],
    ],
    'a.rs': ['struct A {\n    a: Env,\n    b: Arc<Env>,\n    c: u8,\n}\n', 'A.a: Env', 'A.b: Env'],
    'a.go': [
      'package a\n\ntype A struct {\n\ta, b *env\n\tc http.Client\n\td int\n}\n\nvar e Env\n',
      ...['A.a: env', 'A.b: env', 'A.c: http.Client', '.e: Env'],
    ],
    'a.ts': [
      `class A {
  private a: Env;
  #b = new Env();
  constructor(private readonly c: Env, d: Env) {
    this.e = new Env();
  }
}
interface I {
  f?: Env;
}
export const g = new Env();
`,
      ...['A.a: Env', 'A.#b: Env', 'A.c: Env', 'A.e: Env', 'I.f: Env', '.g: Env'],
    ],
    'a.py': [
      `class A:
    a: Env = None

    def __init__(self, b: Env):
        self.c = net.Env(1)
        self.d: Env = b
        other.e = Env()


f = Env()
`,
      ...['A.a: Env', 'A.c: net.Env', 'A.d: Env', '.f: Env'],
    ],
    'a.php': [
      '<?php\nclass A {\n  private ?Env $a;\n  function __construct(private Env $b) {\n    $this->c = new Env();\n  }\n}\n',
      ...['A.a: Env', 'A.b: Env', 'A.c: Env'],
    ],
    'a.rb': ['class A\n  def initialize\n    @a = Net::Env.new\n  end\nend\n', 'A.a: Net.Env'],
    'a.swift': ['class A {\n  let a: Env\n  var b = Env()\n  var c: Int\n}\n', 'A.a: Env', 'A.b: Env', 'A.c: Int'],
    'a.scala': [
      'class A(val a: Env) {\n  val b: Env[X] = make\n  var c = new Env\n}\n',
      'A.a: Env',
      'A.b: Env',
      'A.c: Env',
    ],
    'a.dart': ['class A {\n  final Env a;\n  Env? b;\n}\n', 'A.a: Env', 'A.b: Env'],
  };
  for (const [path, [text, ...expected]] of Object.entries(cases))
    it(`is stored with its class in ${path}`, async () => expect(await fields(path, text)).toEqual(expected));

  it('leads to its class, through others, from another file and from a derived class', async () => {
    const java = {
      'Client.java': 'package a;\nclass Client {\n  Log log;\n  void send() {}\n}\n',
      'Log.java':
        'package a;\nclass Log {\n  void line() {}\n}\nclass Other {\n  void line() {}\n  void send() {}\n}\n',
      'Base.java': 'package a;\nclass Base {\n  protected Client held;\n}\n',
      'Run.java':
        'package a;\nclass Run extends Base {\n  void run() {\n    held.send();\n    this.held.log.line();\n  }\n}\n',
    };
    expect(await calls(java)).toEqual([
      'Run.java#Run.run calls Client.java#Client.send',
      'Run.java#Run.run calls Log.java#Log.line',
    ]);
  });

  it('is found in a header, and in another file of a package', async () => {
    const cpp = {
      'db.h':
        'namespace l {\nclass Env {\n public:\n  void go() {}\n};\nclass Fake {\n public:\n  void go() {}\n};\nclass Db {\n  void run();\n  Env* env_;\n};\n}\n',
      'db.cc': '#include "db.h"\nnamespace l {\nvoid Db::run() {\n  env_->go();\n}\n}\n',
    };
    expect(await calls(cpp)).toEqual(['db.cc#l.Db::run calls db.h#l.Env.go']);
    const go = {
      'a.go':
        'package x\n\ntype env struct{}\n\nfunc (e *env) walk() {}\n\ntype fake struct{}\n\nfunc (f *fake) walk() {}\n\ntype db struct {\n\te *env\n}\n',
      'b.go': 'package x\n\nfunc (d *db) run() {\n\td.e.walk()\n}\n',
    };
    expect(await calls(go)).toEqual(['b.go#db.run calls a.go#env.walk']);
  });

  it('is meant, and not a method of its name, where that is not called', async () => {
    const kotlin = `class Timeout {
  fun reset() {
  }
}

class Fake {
  fun reset() {
  }
}

class Sink(private val timeout: Timeout) {
  fun write() {
    timeout.reset()
  }

  fun timeout() = timeout
}
`;
    expect(await calls({ 'a.kt': kotlin })).toEqual(['a.kt#Sink.write calls a.kt#Timeout.reset']);
  });

  it('that a function makes is no edge of its class to the function', async () => {
    const python = 'def make() -> int:\n    return 1\n\n\nclass A:\n    def __init__(self):\n        self.z = make()\n';
    expect(await edgesOf({ 'a.py': python })).toEqual(['a.py#A.__init__ calls a.py#make']);
  });

  it('may be a variable of a package of several files', async () => {
    const tree = {
      'go.mod': 'module acme.org/x\n',
      'binding/uri.go':
        'package binding\n\ntype uriBinding struct{}\n\nfunc (u uriBinding) BindUri() {}\n\nvar Uri uriBinding = uriBinding{}\n',
      'binding/json.go': 'package binding\n\nfunc json() {}\n',
      'context.go':
        'package x\n\nimport "acme.org/x/binding"\n\ntype Context struct{}\n\nfunc (c *Context) BindUri() {}\n\nfunc (c *Context) run() {\n\tbinding.Uri.BindUri()\n}\n',
    };
    expect(await calls(tree)).toEqual(['context.go#Context.run calls uri.go#uriBinding.BindUri']);
  });

  it('may be the variable of another module', async () => {
    const tree = {
      'store.ts':
        'export class Store {\n  read() {}\n}\nexport class Fake {\n  read() {}\n}\nexport const store = new Store();\n',
      'run.ts':
        "import { store } from './store.js';\nimport * as all from './store.js';\nexport function run() {\n  all.store.read();\n}\nexport function go() {\n  store.read();\n}\n",
    };
    expect(await calls(tree)).toEqual(['run.ts#run calls store.ts#Store.read', 'run.ts#go calls store.ts#Store.read']);
  });
});

describe('what a function returns', () => {
  it('is known of the variable that it makes, and of a chain of calls', async () => {
    const go = {
      'server.go':
        'package x\n\ntype server struct{}\n\nfunc (s *server) stop() {}\n\nfunc (s *server) peer() *server { return s }\n\ntype fake struct{}\n\nfunc (f *fake) stop() {}\n',
      'start.go': 'package x\n\nfunc start(port int) (*server, error) {\n\treturn &server{}, nil\n}\n',
      'run.go':
        'package x\n\nfunc run() {\n\tone, err := start(1)\n\tone.stop()\n}\n\nfunc other(s *server) {\n\tp := s.peer()\n\tp.stop()\n}\n',
    };
    expect(await calls(go)).toEqual([
      'run.go#run calls start.go#start',
      'run.go#run calls server.go#server.stop',
      'run.go#other calls server.go#server.peer',
      'run.go#other calls server.go#server.stop',
    ]);
  });

  it('is itself in Rust, or a result of it', async () => {
    const rust = `pub struct Store {}

impl Store {
    pub fn open(path: &str) -> Result<Self, Error> {
        make(path)
    }
    pub fn walk(&self) {}
}

struct Fake {}

impl Fake {
    fn walk(&self) {}
}

fn run() {
    let store = Store::open("a")?;
    store.walk();
}
`;
    expect(await calls({ 'src/main.rs': rust })).toEqual([
      'main.rs#run calls main.rs#Store@2.open',
      'main.rs#run calls main.rs#Store@2.walk',
    ]);
  });

  it('is followed in a chain of calls, and through its arguments', async () => {
    const text = `fn run(index: &Index) {
    index.reader(Size::new(1, (2)))?.searcher::<A>().walk_all();
    make("a")
        .walk_all();
    list[0].walk_all();
    index.reader().map(1);
}
`;
    expect(await targets('a.rs', text)).toEqual([
      'Index.reader',
      'Size.new',
      '?: Index.reader.searcher',
      '?: Index.reader.searcher.walk_all',
      'make',
      '?: make.walk_all',
      '?.walk_all',
      '?.map',
    ]);
    const java = {
      'Index.java': 'class Index {\n  Reader reader(int size) {\n    return null;\n  }\n}\n',
      'Reader.java': 'class Reader {\n  void walk() {\n  }\n}\n',
      'Fake.java': 'class Fake {\n  void walk() {\n  }\n}\n',
      'Run.java': 'class Run {\n  void run(Index index) {\n    index.reader(1)\n        .walk();\n  }\n}\n',
    };
    expect(await calls(java)).toEqual([
      'Run.java#Run.run calls Index.java#Index.reader',
      'Run.java#Run.run calls Reader.java#Reader.walk',
    ]);
  });

  it('is given up for the name of the variable, if it leads to no method', async () => {
    const tree = {
      'user.py': 'class User:\n    def rename(self):\n        pass\n',
      'run.py': 'import db\n\n\ndef run():\n    user = db.load(User)\n    user.rename()\n',
    };
    expect(await calls(tree)).toEqual(['run.py#run calls user.py#User.rename']);
  });

  it('leads out of the tree, if the standard library made it', async () => {
    const go = {
      'context.go': 'package x\n\ntype Context struct{}\n\nfunc (c *Context) attachFile() {}\n',
      'run.go':
        'package x\n\nimport "net"\n\nfunc run(c *Context) {\n\tcontext, err := net.Listen("tcp", "")\n\tcontext.attachFile()\n}\n',
    };
    expect(await calls(go)).toEqual([]);
    const rust =
      'struct Text {}\n\nimpl Text {\n    fn as_words(&self) {}\n}\n\nfn run(all: Vec<Text>) {\n    let text = String::new();\n    text.as_words();\n}\n\nfn other(all: Vec<Text>) {\n    let text = all.remove(0);\n    text.as_words();\n}\n';
    expect(await calls({ 'src/main.rs': rust })).toEqual(['main.rs#other calls main.rs#Text@2.as_words']);
  });

  it('has no member that several of its objects have', async () => {
    const body = '      print(port);\n'.repeat(120); // what is inside of a small function is not told apart
    const tree = {
      'server.ts': `export function createServer(port: number) {\n  if (port === 0) {\n    return {\n      close() {\n${body}      },\n    };\n  }\n  return {\n    close() {\n${body}    },\n    listen() {\n${body}    },\n  };\n}\n`,
      'run.ts':
        "import { createServer } from './server.js';\nexport function run() {\n  const made = createServer(1);\n  made.close();\n  made.listen();\n}\n",
    };
    expect(await calls(tree)).toEqual([
      'run.ts#run calls server.ts#createServer',
      'run.ts#run calls server.ts#createServer.listen',
    ]);
  });

  it('does not end in a circle', async () => {
    const go =
      'package x\n\nfunc a() a {\n\tv := a()\n\tv.go_on()\n}\n\ntype b struct{ b *b }\n\nfunc (x *b) run() {\n\tx.b.b.b.run()\n}\n';
    expect(await calls({ 'a.go': go })).toEqual([]);
    const js = `const a = b.x();\nconst b = a.y();\nlet c = c.z();\n${'c = c.next();\n'.repeat(2000)}a.go();\nb.go();\nc.go();\n`;
    expect(await targets('a.js', js)).toContain('b: b.x.y.go');
  });

  it('leads out of the tree, if its class is not here, and to several variables', async () => {
    const fake = 'package x\n\ntype fake struct{}\n\nfunc (f *fake) closeAll() {}\n\nfunc (f *fake) stop() {}\n';
    const go = {
      'fake.go': fake,
      'run.go': `package x

import "net"

func connect() *net.Conn {
	return nil
}

func run() {
	fake := connect()
	fake.closeAll()
}

func start() *server {
	return nil
}

type server struct{}

func (s *server) peer() *server {
	return s
}

func (s *server) stop() {}

func other() {
	s := start()
	p := s.peer()
	q := p.peer()
	q.stop()
}
`,
    };
    expect((await calls(go)).filter((edge) => /closeAll|stop/.test(edge))).toEqual([
      'run.go#other calls run.go#server.stop',
    ]);
  });
});

describe('an extension method', () => {
  it('is none, if its name is imported from outside of the tree', async () => {
    const tree = {
      'ext.kt': 'package io\n\nfun Lock.withLock() {\n}\n',
      'run.kt':
        'package io\n\nimport kotlin.concurrent.withLock\n\nfun run(lock: ReentrantLock) {\n  lock.withLock()\n}\n',
      'go.kt': 'package io\n\nfun go(lock: ReentrantLock) {\n  lock.withLock()\n}\n',
    };
    expect(await calls(tree)).toEqual(['go.kt#go calls ext.kt#Lock.withLock']);
  });

  it('is one of the class of its receiver or of its bases, or has a name of its own', async () => {
    const tree = {
      'ext.kt': `package io

interface Source
class Pipe : Source {
  fun flush() {
  }
}
class Text {
  fun quote() {
  }
}
fun Source.buffer() {
}
fun Reader.tail() {
}
fun <T> T.also2() {
}
fun Reader.quote() {
}
fun Reader.write() {
}
`,
      'run.kt': `package io

fun run(pipe: Pipe, text: Text, file: File) {
  pipe.buffer()
  pipe.tail()
  text.quote()
  file.tail()
  file.also2()
  unknown.quote()
  unknown.tail()
  unknown.write()
}
`,
    };
    expect(await calls(tree)).toEqual([
      'run.kt#run calls ext.kt#Source.buffer',
      'run.kt#run calls ext.kt#Text.quote',
      'run.kt#run calls ext.kt#Reader.tail',
      'run.kt#run calls ext.kt#T.also2',
    ]);
  });

  it('is found where it is visible, by the class that it extends', async () => {
    const kotlin = {
      'ext.kt':
        'package a.io\n\nfun Source.buffer(): Int {\n  return 1\n}\n\nfun Sink.buffer(): Int {\n  return 2\n}\n\nfun String.encodeUtf8(): Int {\n  return 3\n}\n',
      'run.kt':
        'package a.app\n\nimport a.io.buffer\nimport a.io.encodeUtf8\n\nfun run(it: Sink, s: String) {\n  it.buffer()\n  s.encodeUtf8()\n}\n\nfun text() = "a".encodeUtf8()\n',
      'other.kt': 'package a.app\n\nfun other(it: Sink) {\n  it.buffer()\n}\n',
    };
    expect(await calls(kotlin)).toEqual([
      'run.kt#run calls ext.kt#Sink.buffer',
      'run.kt#run calls ext.kt#String.encodeUtf8',
      'run.kt#text calls ext.kt#String.encodeUtf8',
    ]);
    const csharp = {
      'Ext.cs':
        'namespace A.Net;\n\npublic static class RetryExtensions\n{\n    public static IBuilder AddRetry(this IBuilder builder)\n    {\n        return builder;\n    }\n}\n',
      'Run.cs':
        'using A.Net;\n\nnamespace B;\n\npublic class Run\n{\n    public void Go(IBuilder builder)\n    {\n        builder.AddRetry();\n    }\n}\n',
      'Other.cs':
        'namespace B;\n\npublic class Other\n{\n    public void Go(IBuilder builder)\n    {\n        builder.AddRetry();\n    }\n}\n',
    };
    expect(await calls(csharp)).toEqual(['Run.cs#Run.Go calls Ext.cs#RetryExtensions.AddRetry']);
  });
});

describe('a class', () => {
  it('may be named from the global namespace', async () => {
    const csharp = {
      'Net/Runner.cs': 'namespace A.Net;\n\npublic static class Runner\n{\n    public static void Send() {}\n}\n',
      'Run.cs':
        'namespace B;\n\npublic class Run\n{\n    public void Go()\n    {\n        global::A.Net.Runner.Send();\n    }\n}\n',
    };
    expect(await calls(csharp)).toEqual(['Run.cs#Run.Go calls Runner.cs#Runner.Send']);
  });

  it('may be an embedded struct, a type that is no struct, or one of a full path', async () => {
    const go = `package x

type Engine struct {
	Group
	params Params
}

type Group struct{}

func (g *Group) use() {}

type Params []string

func (p Params) byName() {}

func run(e *Engine, p Params) {
	e.Group.use()
	e.use()
	e.params.byName()
	p.byName()
}
`;
    expect(await calls({ 'a.go': go })).toEqual(['a.go#run calls a.go#Group.use', 'a.go#run calls a.go#Params.byName']);
    const rust = {
      'Cargo.toml': '[package]\nname = "x"\n',
      'src/lib.rs': 'mod net;\nmod run;\n',
      'src/net.rs': 'pub struct Link {}\n\nimpl Link {\n    pub fn walk(&self) {}\n}\n',
      'src/run.rs':
        'struct Fake {}\n\nimpl Fake {\n    fn walk(&self) {}\n}\n\nfn run(link: &crate::net::Link) {\n    link.walk();\n}\n',
    };
    expect(await calls(rust)).toEqual(['run.rs#run calls net.rs#Link@2.walk']);
  });

  it('is meant inside itself by its name, and not its constructor', async () => {
    const cpp =
      'class Bench {\n public:\n  Bench(int size) {\n    use(size);\n  }\n  struct Arg {\n    Bench* bench;\n  };\n};\n';
    expect(await edgesOf({ 'a.cpp': cpp })).toEqual(['a.cpp#Bench.Arg reads a.cpp#Bench']);
  });

  it('of each platform is the nearest', async () => {
    const buffer = (keyword: string): string => `package okio\n\n${keyword} class Buffer {\n  fun read() {\n  }\n}\n`;
    const run = 'package okio\n\nfun run(buffer: Buffer) {\n  buffer.read()\n}\n';
    const tree = {
      'src/commonMain/Buffer.kt': buffer('expect'),
      'src/jvmMain/Buffer.kt': buffer('actual'),
      'src/jvmMain/Run.kt': run,
      'src/commonMain/Go.kt': run.replace('run(b', 'go(b'),
      'src/appleMain/Buffer.kt': buffer('actual'),
      'src/jvmTest/Test.kt': run.replace('run(b', 'test(b'),
      'samples/src/jvmMain/Sample.kt': run.replace('run(b', 'sample(b'),
    };
    expect((await edgesOf(tree)).filter((edge) => edge.includes(' calls '))).toEqual([
      'samples/src/jvmMain/Sample.kt#sample calls src/jvmMain/Buffer.kt#Buffer.read',
      'src/commonMain/Go.kt#go calls src/commonMain/Buffer.kt#Buffer.read',
      'src/jvmMain/Run.kt#run calls src/jvmMain/Buffer.kt#Buffer.read',
      'src/jvmTest/Test.kt#test calls src/commonMain/Buffer.kt#Buffer.read',
    ]);
  });

  it('that is an interface is no such object, if its field has one of its own, or for another interface', async () => {
    const body = '    print(line);\n'.repeat(120);
    const tree = {
      'logger.ts': `export interface Logger {\n  warn(line: string): void;\n}\nexport function createLogger(): Logger {\n  function warn(line: string): void {\n${body}  }\n  return { warn };\n}\n`,
      'run.ts': `import type { Logger } from './logger.js';
interface PlainLogger {
  warn(line: string): void;
}
export class Environment {
  logger: Logger;
  constructor() {
    this.logger = {
      warn(line: string) {
${body}      },
    };
  }
}
export function run(environment: Environment, logger: PlainLogger) {
  environment.logger.warn('a');
  logger.warn('b');
}
`,
    };
    expect(await calls(tree)).toEqual([]);
  });

  it('that is an interface may be an object that a function returns', async () => {
    const body = '    print(line);\n'.repeat(120); // what is inside of a small function is not told apart
    const tree = {
      'logger.ts': `export interface Logger {\n  warn(line: string): void;\n}\nexport function createLogger(): Logger {\n  function warn(line: string): void {\n${body}  }\n  return { warn };\n}\n`,
      'run.ts': "import type { Logger } from './logger.js';\nexport function run(log: Logger) {\n  log.warn('a');\n}\n",
    };
    expect(await calls(tree)).toEqual(['run.ts#run calls logger.ts#createLogger.warn']);
  });
});

describe('a variable', () => {
  it('hides another of its name, with a class or without', async () => {
    const text = `const a = new Outer();
function run() {
  a.go();
  const f = (a: Inner) => a.go();
}
function other(a: string) {
  a.go();
}
`;
    expect(await targets('a.ts', text)).toEqual(['Outer.go', 'Inner.go', 'a.go']);
  });

  it('of a class outside of the tree leads to nothing here', async () => {
    const fake = 'class Fake {\n  void append(String s) {}\n  void toHeader() {}\n}\n';
    const run =
      'class Run {\n  void run(StringBuilder b, HttpServletRequest request) {\n    b.append("a");\n    request.toHeader();\n  }\n}\n';
    expect(await calls({ 'Fake.java': fake, 'Run.java': run })).toEqual([]);
  });
});

describe('a declared type', () => {
  const classes: Readonly<Record<string, string | undefined>> = {
    Client: 'Client',
    'http.Client': 'http.Client',
    'const leveldb::Slice&': 'leveldb.Slice',
    'Acme\\Net\\Client': 'Acme.Net.Client',
    'Map.Entry<K, V>': 'Map.Entry',
    'Client[int]': 'Client',
    ': Client | null': 'Client',
    '?Client': 'Client',
    'Client?': 'Client',
    '*client': 'client',
    "&'a mut Segment<'b>": 'Segment',
    'std::unique_ptr<Foo>': 'Foo',
    'Arc<dyn Store + Send>': 'Store',
    'Optional[Foo]': 'Foo',
    'Optional<Foo>': 'Optional',
    "'Foo'": 'Foo',
    'Foo[]': undefined,
    '[]Foo': undefined,
    '[4]Foo': undefined,
    'Foo[4]': undefined,
    'A | B': undefined,
    '(a: A) => B': undefined,
    T: undefined,
    TItem: undefined,
    '': undefined,
  };
  for (const [type, expected] of Object.entries(classes))
    it(`${type || 'empty'}: ${expected ?? 'no class'}`, () => expect(declaredClass(type)).toBe(expected));
});
