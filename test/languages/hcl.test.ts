import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree } from './drawTree.js';

const config = `# What the shop runs on.
terraform {
  required_version = ">= 1.5"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.0"
    }
  }
}

provider "aws" {
  region = var.region
}

variable "region" {
  type    = string
  default = "eu-west-1"
}

locals {
  names = [for s in var.list : upper(s) if s != ""]
}

// The machine
// that answers.
resource "aws_instance" "web" {
  count = var.enabled ? 2 : 0
  ami   = data.aws_ami.ubuntu.id

  user_data = <<-EOT
    #!/bin/bash
    echo \${var.region}
  EOT

  dynamic "ebs_block_device" {
    for_each = local.names
    content {
      device_name = ebs_block_device.value
    }
  }
}

/* Its addresses. */
output "ids" {
  value = aws_instance.web[*].id
}
`;

describe('HCL', () => {
  it('has its blocks by their address', async () => {
    expect(await drawTree('main.tf', config)).toBe(
      `document [1-48]
  class terraform [1-11]
    statements [3-3]
    statements [5-10]
  class provider.aws [13-15]
    statements [14-14]
  class variable.region [17-20]
    statements [18-19]
  class locals [22-24]
    statements [23-23]
  class resource.aws_instance.web [26-43]
    statements [29-30]
    statements [32-35]
    statements [37-42]
  class output.ids [45-48]
    statements [47-47]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('main.tf', config, 'terraform')).toEqual({
      signature: 'terraform',
      docstring: 'What the shop runs on.',
    });
    expect(await definitionFacts('main.tf', config, 'resource.aws_instance.web')).toEqual({
      signature: 'resource "aws_instance" "web"',
      docstring: `The machine
that answers.`,
    });
  });

  it('finds the blocks around a broken one', async () => {
    const broken = `variable "before" {
  type = string
}

variable "broken" {
  type = [1, 2
}

variable "after" {
  type = string
}
`;
    expect(await drawTree('main.tf', broken)).toBe(
      `document [1-11]
  class variable.before [1-3]
    statements [2-2]
  class variable.broken [5-7]
    statements [6-6]
  class variable.after [9-11]
    statements [10-10]`,
    );
  });
});
