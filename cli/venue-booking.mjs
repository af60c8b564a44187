#!/usr/bin/env node
import '../tools/run.mjs';
