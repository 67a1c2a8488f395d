/** The small packs: a tree for each, and exactly the units of it. */
import { describe, expect, it } from 'vitest';
import { embedText } from '../../src/enrich/prefix.js';
import { packs } from '../../src/parse/packs.js';
import { preparedWith } from './units.js';

type Files = Readonly<Record<string, string>>;

/** Units that a pack made, and what is embedded above each, by their names. */
async function unitsOf(files: Files, path: string): Promise<Record<string, string>> {
  const { chunks } = await preparedWith(files, path);
  return Object.fromEntries(
    chunks.flatMap(({ chunk }) => {
      const { unit, unit_type } = chunk.metadata;
      if (unit_type === undefined) return [];
      const text = embedText(chunk);
      return [
        [`${unit_type} ${unit}${chunk.synthetic ? ' *' : ''}`, text.slice(0, text.length - chunk.content.length)],
      ];
    }),
  );
}
const kindsOf = async (files: Files, path: string): Promise<string[]> =>
  (await preparedWith(files, path)).units.map(({ kind, name }) => `${kind} ${name}`);

describe('Django', () => {
  const files: Files = {
    'manage.py': 'print()\n',
    'site/urls.py': "urlpatterns = [\n    path('shop/', include('shop.urls')),\n    path('', views.home),\n]\n",
    'shop/urls.py':
      "urlpatterns = [\n    path('orders/<int:pk>/', views.show, name='show'),\n    re_path('^list$', views.OrderList.as_view()),\n]\n",
    'shop/models.py': `from django.db import models


class Account(models.Model):
    name = models.CharField(max_length=100)

    class Meta:
        db_table = "accounts"


class Order(models.Model):
    account = models.ForeignKey(Account, on_delete=models.CASCADE)
    tags = models.ManyToManyField("shop.Tag")
    total = models.DecimalField()

    def pay(self):
        return self.account


class Helper:
    pass
`,
    'shop/views.py': `@login_required
def show(request, pk):
    return render(request, Order.objects.get(pk=pk))


class OrderList(ListView):
    """All orders of whoever asks, the newest first, twenty to a page, with what each of them costs and when it was sent."""
    model = Order
    paginate_by = 20


def helper(value):
    return value
`,
  };

  it('is detected by its manage.py', () => {
    expect(packs.filter((pack) => pack.applies(Object.keys(files))).map(({ name }) => name)).toEqual(['django']);
  });

  it('has models with their columns', async () => {
    expect(await unitsOf(files, 'shop/models.py')).toEqual({
      'model Account': `# Unit: Account (model)
# File: shop/models.py
# Table: accounts (columns: name)
# Dependents: 1 unit depends on this
# Table: accounts
# Columns: name (CharField)
`,
      'model Order': `# Unit: Order (model)
# File: shop/models.py
# Table: shop_order (columns: account_id, total)
# Associations: 2 (account, tags)
# Dependencies: Account
# Dependents: 0 units depend on this
# Table: shop_order
# Columns: account (ForeignKey → Account), total (DecimalField)
`,
    });
    expect(await kindsOf(files, 'shop/models.py')).toEqual([
      'model Account',
      'class Meta',
      'model Order',
      'method pay',
      'class Helper',
    ]);
  });

  it('has views with their URLs', async () => {
    expect(await unitsOf(files, 'shop/views.py')).toEqual({
      'view show':
        '# Unit: show (view)\n# File: shop/views.py\n# Dependencies: Order\n# Routes: /shop/orders/<int:pk>/\n',
      'view OrderList':
        '# Unit: OrderList (view)\n# File: shop/views.py\n# Dependencies: Order\n# Routes: /shop/^list$\n',
    });
  });
});

describe('routes', () => {
  const files: Files = {
    'package.json': '{}',
    'src/app.js': `const express = require('express');
const orders = require('./routes/orders');
const app = express();
app.get('/health', (req, res) => res.send('ok'));
app.use('/orders', auth, orders);
app.use('/admin', require('./routes/admin.js'));
`,
    'src/routes/orders.js': `const router = express.Router();
router.get('/:id', show);
router.route('/').get(list).post(create);
cache.get('key');
module.exports = router;
`,
    'src/routes/admin.js': 'router.delete("/all", wipe);\n',
    'src/plugins/health.ts': `export default async function (fastify) {
  fastify.get('/live', async () => 'ok');
  fastify.route({ method: ['GET', 'POST'], url: '/ready', handler });
}
`,
    'src/server.ts':
      "import health from './plugins/health.js';\nfastify.register(health, { prefix: '/status' });\nfastify.get('/', home);\n",
    'src/orders.controller.ts': `@Controller('orders')
export class OrdersController {
  constructor(private readonly orders: Orders) {}

  @Get(':id')
  find(@Param('id') id: string) {
    return this.orders.find(id);
  }

  @Post()
  @HttpCode(204)
  create() {}
}
`,
  };

  it('of Express are mounted where they are used', async () => {
    expect(await unitsOf(files, 'src/app.js')).toEqual({
      'router app': '# Unit: app (router)\n# File: src/app.js\n# Routes: GET /health\n',
    });
    expect(await unitsOf(files, 'src/routes/orders.js')).toEqual({
      'router orders':
        '# Unit: orders (router)\n# File: src/routes/orders.js\n# Routes: GET /orders/:id, GET /orders, POST /orders\n',
    });
    expect(await unitsOf(files, 'src/routes/admin.js')).toEqual({
      'router admin': '# Unit: admin (router)\n# File: src/routes/admin.js\n# Routes: DELETE /admin/all\n',
    });
  });

  it('of Fastify, with the prefix of the plugin', async () => {
    expect(await unitsOf(files, 'src/plugins/health.ts')).toEqual({
      'router health':
        '# Unit: health (router)\n# File: src/plugins/health.ts\n# Routes: GET /status/live, GET|POST /status/ready\n',
    });
  });

  it('of Nest, by decorators', async () => {
    expect(await unitsOf(files, 'src/orders.controller.ts')).toEqual({
      'controller OrdersController': `# Unit: OrdersController (controller)
# File: src/orders.controller.ts
# find: Routes: GET /orders/:id
# create: Routes: POST /orders
`,
    });
  });

  it('are none without routes', async () => {
    expect(await unitsOf({ 'src/index.ts': 'export const x = cache.get("a", 1);\n' }, 'src/index.ts')).toEqual({});
  });
});

describe('components', () => {
  const files: Files = {
    'package.json': '{}',
    'src/Button.tsx': `export const Button = memo(({ label, kind = 'plain', onClick: click }: Props) => (
  <button onClick={click}>{label}</button>
));

export function useThing() {
  return 1;
}
`,
    'src/Cart.jsx': `export class Cart extends React.Component {
  render() {
    return <ul><Button label="Pay" /></ul>;
  }
}

/** All that is in the basket, what it costs, and a way to pay for it. Nothing is kept until then. */
export default function Page({ items }) {
  return <Cart items={items}><Missing /></Cart>;
}
`,
    'src/shop-list.vue': `<template>
  <ul><shop-item v-for="item in items" :item="item" /></ul>
</template>

<script setup lang="ts">
const props = defineProps<{ items: Item[]; title?: string }>();
</script>
`,
    'src/ShopItem.vue': `<script>
export default {
  props: ['item', 'price'],
};
</script>
`,
  };

  it('of React: functions and classes that render', async () => {
    expect(await unitsOf(files, 'src/Button.tsx')).toEqual({
      'component Button':
        '# Unit: Button (component)\n# File: src/Button.tsx\n# Dependents: 1 unit depends on this\n# Props: label, kind, onClick\n',
    });
    expect(await unitsOf(files, 'src/Cart.jsx')).toEqual({
      'component Cart':
        '# Unit: Cart (component)\n# File: src/Cart.jsx\n# Dependencies: Button\n# Dependents: 0 units depend on this\n# Shows: Button\n',
      'component Page':
        '# Unit: Page (component)\n# File: src/Cart.jsx\n# Dependencies: Cart\n# Dependents: 0 units depend on this\n# Props: items\n# Shows: Cart\n',
    });
  });

  it('of Vue: one per file', async () => {
    expect(await unitsOf(files, 'src/shop-list.vue')).toEqual({
      'component ShopList':
        '# Unit: ShopList (component)\n# File: src/shop-list.vue\n# Dependencies: ShopItem\n# Dependents: 0 units depend on this\n# Props: items, title\n# Shows: ShopItem\n',
    });
    expect(await unitsOf(files, 'src/ShopItem.vue')).toEqual({
      'component ShopItem':
        '# Unit: ShopItem (component)\n# File: src/ShopItem.vue\n# Dependents: 1 unit depends on this\n# Props: item, price\n',
    });
  });
});
