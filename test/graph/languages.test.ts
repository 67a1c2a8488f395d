/** For each language a small tree, and every edge it has: imports, calls across files, what is inherited. */
import { describe, expect, it } from 'vitest';
import { edgesOf, type Tree } from './edges.js';

const draws =
  (tree: Tree, ...edges: string[]) =>
  async () =>
    expect(await edgesOf(tree)).toEqual(edges);

describe('edges between files', () => {
  it(
    'of TypeScript: relative paths, an index that re-exports, an alias, types',
    draws(
      {
        'src/client.ts': `import type { Item } from './types.js';
export class Client extends Base {
  send(item: Item): void {
    this.open();
  }
  open(): void {}
}
export class Base {
  log(): void {}
}
`,
        'src/types.ts': 'export interface Item {\n  name: string;\n}\n',
        'src/index.ts': "export * from './client.js';\n",
        'src/app.ts': `import { readFileSync } from 'node:fs';
import { Client as C } from './index.js';
export function run(): void {
  const client = new C();
  client.send({ name: readFileSync('a').open() });
  client.log();
}
`,
      },
      'src/app.ts imports src/client.ts#Client',
      'src/app.ts imports src/index.ts',
      'src/app.ts#run creates src/client.ts#Client',
      'src/app.ts#run calls src/client.ts#Client.send',
      'src/app.ts#run calls src/client.ts#Base.log',
      'src/client.ts imports src/types.ts#Item',
      'src/client.ts imports src/types.ts',
      'src/client.ts#Client.send reads src/types.ts#Item',
      'src/client.ts#Client inherits src/client.ts#Base',
      'src/client.ts#Client.send calls src/client.ts#Client.open',
      'src/index.ts imports src/client.ts',
    ),
  );

  it(
    'of JavaScript: require, re-exported modules, packages of a workspace, components',
    draws(
      {
        'index.js': "module.exports = require('./lib/app');\n",
        'lib/app.js': 'exports.listen = function listen(port) {\n  return port;\n};\n',
        'packages/ui/package.json': '{ "name": "@acme/ui", "main": "src/main.jsx" }\n',
        'packages/ui/src/main.jsx': 'export function Button() {\n  return null;\n}\n',
        'run.jsx': `const app = require('.');
const { Button } = require('@acme/ui');
const path = require('path');
function page() {
  app.listen(path.join(1));
  return <Button />;
}
`,
      },
      'index.js imports lib/app.js',
      'run.jsx imports index.js',
      'run.jsx imports packages/ui/src/main.jsx#Button',
      'run.jsx imports packages/ui/src/main.jsx',
      'run.jsx#page calls lib/app.js#exports.listen',
      'run.jsx#page creates packages/ui/src/main.jsx#Button',
    ),
  );

  it(
    'of Python: packages, relative imports, what a package re-exports, methods of base classes',
    draws(
      {
        'shop/__init__.py': 'from .client import Client\n',
        'shop/base.py': 'class Base:\n    def log(self):\n        pass\n',
        'shop/client.py': `import json
from . import base
from .base import Base


class Client(Base):
    def send(self, item):
        self.log()
        json.dumps(item)
        return base.Base()
`,
        'main.py': `import shop
from shop.client import Client as C


def run(client: C):
    client.send(1)
    shop.Client().send(2)
    print(client)
`,
      },
      'main.py imports shop/__init__.py',
      'main.py imports shop/client.py#Client',
      'main.py imports shop/client.py',
      'main.py#run calls shop/client.py#Client.send',
      'main.py#run creates shop/client.py#Client',
      'shop/__init__.py imports shop/client.py#Client',
      'shop/__init__.py imports shop/client.py',
      'shop/client.py imports shop/base.py',
      'shop/client.py imports shop/__init__.py',
      'shop/client.py imports shop/base.py#Base',
      'shop/client.py#Client inherits shop/base.py#Base',
      'shop/client.py#Client.send calls shop/base.py#Base.log',
      'shop/client.py#Client.send creates shop/base.py#Base',
    ),
  );

  it(
    'of Django: what is done to records through their managers',
    draws(
      {
        'shop/models.py': 'class Order(Model):\n    pass\n',
        'shop/views.py': `from .models import Order


def make(request):
    return Order.objects.create(total=Order.LIMIT)


def close(request):
    Order.objects.filter(open=True)
`,
      },
      'shop/views.py imports shop/models.py#Order',
      'shop/views.py imports shop/models.py',
      'shop/views.py#make creates shop/models.py#Order',
      'shop/views.py#close reads shop/models.py#Order',
    ),
  );

  it(
    'of Go: packages by the module, the same folder, embedded types',
    draws(
      {
        'go.mod': 'module acme.org/shop\n\ngo 1.22\n',
        'net/client.go': `package net

type Base struct {
	n int
}

type Client struct {
	Base
}

func (c *Client) Send(n int) int {
	return twice(n)
}
`,
        'net/maths.go': 'package net\n\nfunc twice(n int) int {\n\treturn n + n\n}\n',
        'main.go': `package main

import (
	"fmt"

	web "acme.org/shop/net"
)

func main() {
	c := &web.Client{}
	fmt.Println(c.Send(1))
}
`,
      },
      'main.go#main creates net/client.go#Client',
      'main.go#main calls net/client.go#Client.Send',
      'net/client.go#Client.Send calls net/maths.go#twice',
      'net/client.go#Client inherits net/client.go#Base',
      'net/client.go#Client.Send reads net/client.go#Client',
    ),
  );

  it(
    'of Ruby: constants by nesting, files by their names, mixins, required files',
    draws(
      {
        'lib/acme/log.rb': 'module Acme\n  module Log\n    def log(line)\n      puts line\n    end\n  end\nend\n',
        'lib/acme/client.rb': `require_relative 'log'

module Acme
  class Client < Base
    include Log

    def send_all(items)
      items.each { |item| deliver(item) }
      log('sent')
      checked?
    end

    def deliver(item)
      Net::HTTP.post(item)
    end
  end
end
`,
        'lib/acme/base.rb': 'module Acme\n  class Base\n    def checked?\n      true\n    end\n  end\nend\n',
        'app.rb': `def run
  client = Acme::Client.new
  client.send_all([])
end
`,
      },
      'app.rb#run creates lib/acme/client.rb#Acme.Client',
      'app.rb#run calls lib/acme/client.rb#Acme.Client.send_all',
      'lib/acme/client.rb imports lib/acme/log.rb',
      'lib/acme/client.rb#Acme.Client inherits lib/acme/base.rb#Acme.Base',
      'lib/acme/client.rb#Acme.Client includes lib/acme/log.rb#Acme.Log',
      'lib/acme/client.rb#Acme.Client.send_all calls lib/acme/log.rb#Acme.Log.log',
      'lib/acme/client.rb#Acme.Client.send_all calls lib/acme/base.rb#Acme.Base.checked?',
      'lib/acme/client.rb#Acme.Client.send_all calls lib/acme/client.rb#Acme.Client.deliver',
    ),
  );

  it(
    'of Java: packages, static imports, interfaces',
    draws(
      {
        'src/com/acme/net/Client.java': `package com.acme.net;

import com.acme.Api;
import java.util.List;

public class Client implements Api {
  public static Client open() {
    return new Client();
  }

  public void send(List<String> lines) {
    check(lines);
  }

  private void check(List<String> lines) {}
}
`,
        'src/com/acme/Api.java': 'package com.acme;\n\npublic interface Api {\n  void send(String line);\n}\n',
        'src/com/acme/App.java': `package com.acme;

import static com.acme.net.Client.open;
import com.acme.net.*;

class App {
  Api api;

  void run() {
    Client client = open();
    client.send(null);
  }
}
`,
      },
      'src/com/acme/App.java imports src/com/acme/net/Client.java#Client.open',
      'src/com/acme/App.java#App reads src/com/acme/Api.java#Api',
      'src/com/acme/App.java#App.run calls src/com/acme/net/Client.java#Client.open',
      'src/com/acme/App.java#App.run calls src/com/acme/net/Client.java#Client.send',
      'src/com/acme/net/Client.java imports src/com/acme/Api.java#Api',
      'src/com/acme/net/Client.java#Client inherits src/com/acme/Api.java#Api',
      'src/com/acme/net/Client.java#Client.open creates src/com/acme/net/Client.java#Client',
      'src/com/acme/net/Client.java#Client.send calls src/com/acme/net/Client.java#Client.check',
    ),
  );

  it(
    'of Kotlin and Scala: packages in any folder, renamed imports, Java in the same tree',
    draws(
      {
        'a/Base.java': 'package com.acme;\n\npublic class Base {\n  public void log() {}\n}\n',
        'b/client.kt': `package com.acme.net

import com.acme.Base as Root

class Client : Root() {
    fun send(line: String) {
        log()
    }
}
`,
        'c/Shop.scala': `package com.acme.shop

import com.acme.net.{Client => C}

class Shop extends C {
  def run(): Unit = {
    val client = new C()
    client.send("x")
  }
}
`,
      },
      'b/client.kt imports a/Base.java#Base',
      'b/client.kt#Client inherits a/Base.java#Base',
      'b/client.kt#Client.send calls a/Base.java#Base.log',
      'c/Shop.scala imports b/client.kt#Client',
      'c/Shop.scala#Shop inherits b/client.kt#Client',
      'c/Shop.scala#Shop.run creates b/client.kt#Client',
      'c/Shop.scala#Shop.run calls b/client.kt#Client.send',
    ),
  );

  it(
    'of Rust: modules by files, crates of a workspace, traits',
    draws(
      {
        'crates/net/Cargo.toml': '[package]\nname = "acme-net"\nversion = "0.1.0"\n',
        'crates/net/src/lib.rs': 'pub mod client;\npub use client::Client;\n',
        'crates/net/src/client.rs': `use crate::parts::Send;

pub struct Client {
    n: u32,
}

impl Client {
    pub fn open() -> Client {
        Client { n: 1 }
    }
}

impl Send for Client {
    fn send(&self) {
        self.twice();
    }
}

impl Client {
    fn twice(&self) {}
}
`,
        'crates/net/src/parts.rs': 'pub trait Send {\n    fn send(&self);\n}\n',
        'src/main.rs': `use acme_net::{client::Client as C};

fn main() {
    let client = C::open();
    client.send();
}
`,
      },
      'crates/net/src/client.rs imports crates/net/src/parts.rs#Send',
      'crates/net/src/client.rs#Send%20for%20Client inherits crates/net/src/parts.rs#Send',
      'crates/net/src/client.rs#Client@2.open creates crates/net/src/client.rs#Client',
      'crates/net/src/client.rs#Send%20for%20Client.send calls crates/net/src/client.rs#Client@3.twice',
      'crates/net/src/lib.rs imports crates/net/src/client.rs',
      'crates/net/src/lib.rs imports crates/net/src/client.rs#Client',
      'src/main.rs imports crates/net/src/client.rs#Client',
      'src/main.rs#main calls crates/net/src/client.rs#Client@2.open',
      'src/main.rs#main calls crates/net/src/client.rs#Send%20for%20Client.send',
    ),
  );

  it(
    'of C and C++: headers, their declarations, base classes',
    draws(
      {
        'include/store.hpp': '/* Keeps one. */\nint keep(int n);\n\nclass Base {\n  void log();\n};\n',
        'src/store.c': '#include "store.hpp"\n\nint keep(int n) {\n  return n;\n}\n',
        'src/app.cpp': `#include "../include/store.hpp"
#include <vector>

class App : public Base {
  int run() { return keep(helper(1)); }
  int helper(int n) { return n; }
};
`,
      },
      'src/app.cpp imports include/store.hpp',
      'src/app.cpp#App inherits include/store.hpp#Base',
      'src/app.cpp#App.run calls src/store.c#keep',
      'src/app.cpp#App.run calls src/app.cpp#App.helper',
      'src/store.c imports include/store.hpp',
    ),
  );

  it(
    'of C#: namespaces, using directives, interfaces',
    draws(
      {
        'Net/Client.cs': `namespace Acme.Net;

public class Client : IClient
{
    public static Client Open() { return new Client(); }
    public void Send(string line) { Check(line); }
    void Check(string line) { }
}
public interface IClient { void Send(string line); }
`,
        'App.cs': `using System;
using Acme.Net;

namespace Acme
{
    class App
    {
        void Run(IClient given)
        {
            var client = Client.Open();
            client.Send("x");
        }
    }
}
`,
      },
      'App.cs#Acme.App.Run reads Net/Client.cs#IClient',
      'App.cs#Acme.App.Run calls Net/Client.cs#Client.Open',
      'App.cs#Acme.App.Run calls Net/Client.cs#Client.Send',
      'Net/Client.cs#Client inherits Net/Client.cs#IClient',
      'Net/Client.cs#Client.Open creates Net/Client.cs#Client',
      'Net/Client.cs#Client.Send calls Net/Client.cs#Client.Check',
    ),
  );

  it(
    'of PHP: namespaces, traits, functions, required files',
    draws(
      {
        'src/Client.php': `<?php
namespace Acme\\Net;

use Acme\\Logs;

class Client extends Base
{
    use Logs;

    public function send(Item $item): void
    {
        $this->log($item);
        helper($item);
    }
}
`,
        'src/Base.php': '<?php\nnamespace Acme\\Net;\n\nabstract class Base\n{\n}\n',
        'src/Logs.php': '<?php\nnamespace Acme;\n\ntrait Logs\n{\n    public function log($line)\n    {\n    }\n}\n',
        'app.php': `<?php
require __DIR__ . '/src/Client.php';
use Acme\\Net\\Client as C;

function run(C $client)
{
    $client->send(new C());
}
`,
      },
      'app.php imports src/Client.php',
      'app.php imports src/Client.php#Client',
      'app.php#run calls src/Client.php#Client.send',
      'app.php#run creates src/Client.php#Client',
      'src/Client.php imports src/Logs.php#Logs',
      'src/Client.php#Client inherits src/Base.php#Base',
      'src/Client.php#Client includes src/Logs.php#Logs',
      'src/Client.php#Client.send calls src/Logs.php#Logs.log',
    ),
  );

  it(
    'of Swift, Dart, Elixir and Lua',
    draws(
      {
        'Client.swift': 'class Client: Base {\n  func send() {\n    log()\n  }\n}\n',
        'Base.swift': 'class Base {\n  func log() {}\n}\n',
        'lib/client.dart': 'class Client {\n  void post() {}\n}\n',
        'lib/app.dart': "import 'client.dart';\n\nvoid run() {\n  var client = Client();\n  client.post();\n}\n",
        'client.ex': 'defmodule Acme.Client do\n  def fetch(n) do\n    n\n  end\nend\n',
        'app.ex': 'defmodule Acme.App do\n  alias Acme.Client\n\n  def run do\n    Client.fetch(1)\n  end\nend\n',
        'net/client.lua': 'local M = {}\n\nfunction M.give(n)\n  return n\nend\n\nreturn M\n',
        'app.lua': "local client = require('net.client')\n\nfunction run()\n  return client.give(1)\nend\n",
      },
      'Client.swift#Client inherits Base.swift#Base',
      'Client.swift#Client.send calls Base.swift#Base.log',
      'app.ex#Acme.App imports client.ex#Acme.Client',
      'app.ex#Acme.App.run calls client.ex#Acme.Client.fetch',
      'app.lua imports net/client.lua',
      'app.lua#run calls net/client.lua#M.give',
      'lib/app.dart imports lib/client.dart',
      'lib/app.dart#run creates lib/client.dart#Client',
      'lib/app.dart#run calls lib/client.dart#Client.post',
    ),
  );
});
